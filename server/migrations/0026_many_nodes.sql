-- What the processes of an installation agree on.

-- The keys that all processes must have; the first process to start sets them. Earlier ones stay, for their age.
alter table keys_in_use add column is_current boolean not null default false;
create unique index keys_in_use_current on keys_in_use (name) where is_current;

-- In which history of the database a scope's events were numbered (decision 34). A failover that lost events continues an older
-- history under the same numbers: then the scope begins a new epoch, and positions of the lost part are told from the new ones.
alter table event_scopes
  add column timeline int,
  add column epoch int not null default 0 check (epoch between 0 and 999),
  add column epoch_before int,
  -- the last number of the epoch before
  add column epoch_start bigint not null default 0;
