-- The history that the database is in: each promotion of a standby begins a new one.
create or replace function current_timeline() returns int language sql volatile as $$
  select ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int;
$$;

-- An epoch other than this one. By chance, because a second failover may begin its history at the same place as the first.
create or replace function epoch_after(epoch int) returns int language sql volatile as $$
  select (epoch + 1 + floor(random() * 999)::int) % 1000;
$$;

-- Numbers the committed events of a scope that have no number, in the order in which they were written. An event that was
-- written because of another has a higher seq, and is committed after it, so it gets a higher number.
create or replace function number_events(scope uuid) returns void language plpgsql as $$
declare
  last bigint;
  was int;
  here int := current_timeline();
begin
  if not exists (select from live_events where scope_id = scope and number is null) then
    return;
  end if;
  -- After a failover the scope may have had a row that was lost.
  insert into event_scopes (scope_id, timeline, epoch, epoch_before)
  values (scope, here, case when here = 1 then 0 else epoch_after(0) end, 0) on conflict do nothing;
  -- One at a time. The next statement has a new snapshot, so it sees what the one before has numbered.
  select last_number, timeline into last, was from event_scopes where scope_id = scope for no key update;
  if was is distinct from here then
    -- Where no history was recorded, it is still the first.
    update event_scopes set timeline = here, epoch = case when was is null then epoch else epoch_after(epoch) end,
      epoch_before = epoch, epoch_start = last_number where scope_id = scope;
  end if;
  with unnumbered as materialized (
    select seq from live_events where scope_id = scope and number is null order by seq for no key update
  ), place as (
    select seq, last + row_number() over (order by seq) as number from unnumbered
  ), numbered as (
    update live_events e set number = place.number from place where e.scope_id = scope and e.seq = place.seq returning e.seq
  )
  update event_scopes set last_number = last + (select count(*) from numbered) where scope_id = scope;
end $$;

-- A restored backup continues an older history: positions that readers got afterwards must not fit into it.
create or replace function renumber_events() returns void language sql as $$
  update event_scopes set last_number = last_number + 1000000000;
  update live_events set number = number + 1000000000 where number is not null;
$$;
revoke execute on function renumber_events from public;

-- The processes that hold the member's streams tell the others (platform/events/presence.ts).
create or replace function users_announce_presence() returns trigger language plpgsql as $$
begin
  perform pg_notify('presence_switched', new.id::text);
  return null;
end $$;
create or replace trigger users_announce_presence after update of shows_online on users
  for each row when (old.shows_online <> new.shows_online) execute function users_announce_presence();
