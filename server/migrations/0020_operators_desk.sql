-- What the operator's desk reads and does.

-- One row a server process: it says every few seconds that it is alive, how many streams it holds and which calls are slow.
create table nodes (
  id uuid primary key,
  name text not null check (length(name) <= 200),
  roles text[] not null,
  version text not null check (length(version) <= 60),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  live_streams int not null default 0 check (live_streams >= 0),
  memory_bytes bigint not null default 0 check (memory_bytes >= 0),
  calls jsonb not null default '[]'
);
revoke all on nodes from spotter_tenant;

-- Since when a key is in use. A fingerprint tells two keys apart and nothing about either.
create table keys_in_use (
  name text not null check (length(name) <= 60),
  fingerprint bytea not null check (octet_length(fingerprint) = 4),
  since timestamptz not null default now(),
  primary key (name, fingerprint)
);
revoke all on keys_in_use from spotter_tenant;

create table backups (
  id uuid primary key,
  made_at timestamptz not null default now(),
  row_count bigint not null check (row_count >= 0),
  file_count int not null check (file_count >= 0)
);
create index backups_newest on backups (made_at desc);
revoke all on backups from spotter_tenant;

-- Counted every night: adding up an organization's rows reads all of them.
create table organization_sizes (
  organization_id uuid primary key references organizations on delete cascade,
  database_bytes bigint not null check (database_bytes >= 0),
  file_bytes bigint not null check (file_bytes >= 0),
  counted_at timestamptz not null default now()
);
create index organization_sizes_largest on organization_sizes ((database_bytes + file_bytes) desc);
select build_tenant_wall('organization_sizes');

create index mails_given_up on mails (failed_at desc) where failed_at is not null;

-- A deleted organization is off, and can be restored for 30 days; then it is removed. Restored, it is as active as before.
alter table organizations
  add column deleted_at timestamptz,
  add column was_active boolean,
  add constraint organizations_deleted_is_off check (deleted_at is null or (not is_active and was_active is not null));
create index organizations_deleted on organizations (deleted_at) where deleted_at is not null;

-- The organization that a nomination became.
alter table nominations add column became_id uuid references organizations on delete set null;
create index nominations_became on nominations (became_id) where became_id is not null;
