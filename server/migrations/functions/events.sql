-- Numbers the committed events of a scope that have no number, in the order in which they were written. An event that was
-- written because of another has a higher seq, and is committed after it, so it gets a higher number.
create or replace function number_events(scope uuid) returns void language plpgsql as $$
declare
  last bigint;
begin
  if not exists (select from live_events where scope_id = scope and number is null) then
    return;
  end if;
  insert into event_scopes (scope_id) values (scope) on conflict do nothing;
  -- One at a time. The next statement has a new snapshot, so it sees what the one before has numbered.
  select last_number into last from event_scopes where scope_id = scope for no key update;
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
