-- Guests: people without an account whom a participant brings, where the host allows it. Each takes a spot. They live in
-- the participant's row, so they go with it; an element is a first name, or null for a guest without one.
alter table sessions add column guests_per_member int not null default 0 check (guests_per_member between 0 and 2);
alter table session_series add column guests_per_member int not null default 0 check (guests_per_member between 0 and 2);
alter table session_participants add column guest_names text[] not null default '{}'
  check (cardinality(guest_names) <= 2 and length(array_to_string(guest_names, '')) <= 80);

-- current_participants counts spots: each participant and their guests. The limit per member is asked in the same update
-- of the session's row that takes the spots, so a host who lowers it at that moment is settled by the row lock.
create or replace function session_participants_count() returns trigger language plpgsql security definer as $$
declare
  counted bigint;
begin
  update sessions s set current_participants = s.current_participants + joined.spots
  from (select organization_id, session_id, sum(1 + cardinality(guest_names)) as spots,
      max(cardinality(guest_names)) as most_guests from changed group by 1, 2) joined
  where s.organization_id = joined.organization_id and s.id = joined.session_id and s.status = 'active'
    and s.guests_per_member >= joined.most_guests;
  get diagnostics counted = row_count;
  if counted <> (select count(distinct session_id) from changed) then
    raise exception 'a session that is not active takes no participants'
      using errcode = 'check_violation', constraint = 'session_participants_session_active';
  end if;
  return null;
end $$;

create or replace function session_participants_uncount() returns trigger language plpgsql security definer as $$
begin
  update sessions s set current_participants = s.current_participants - gone.spots
  from (select organization_id, session_id, sum(1 + cardinality(guest_names)) as spots from changed group by 1, 2) gone
  where s.organization_id = gone.organization_id and s.id = gone.session_id;
  return null;
end $$;

create function session_participants_recount() returns trigger language plpgsql security definer as $$
begin
  update sessions s
  set current_participants = s.current_participants + cardinality(new.guest_names) - cardinality(old.guest_names)
  where s.organization_id = new.organization_id and s.id = new.session_id
    and s.guests_per_member >= cardinality(new.guest_names);
  if not found then
    raise exception 'more guests than the session allows'
      using errcode = 'check_violation', constraint = 'session_participants_guests_allowed';
  end if;
  return null;
end $$;
create trigger session_participants_recount after update of guest_names on session_participants
  for each row when (cardinality(new.guest_names) <> cardinality(old.guest_names))
  execute function session_participants_recount();

create function sessions_keep_guests() returns trigger language plpgsql security definer as $$
begin
  if exists (select from session_participants p where p.organization_id = new.organization_id and p.session_id = new.id
      and cardinality(p.guest_names) > new.guests_per_member) then
    raise exception 'members already bring more guests'
      using errcode = 'check_violation', constraint = 'session_participants_guests_allowed';
  end if;
  return new;
end $$;
create trigger sessions_keep_guests before update of guests_per_member on sessions
  for each row when (new.guests_per_member < old.guests_per_member)
  execute function sessions_keep_guests();
