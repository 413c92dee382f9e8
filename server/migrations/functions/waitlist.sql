create or replace function session_waitlist_hold() returns trigger language plpgsql as $$
begin
  perform count_line(organization_id, session_id,
    count(*) filter (where status = 'offered'), count(*) filter (where status = 'waiting'))
  from changed where status in ('waiting', 'offered') group by organization_id, session_id;
  return null;
end $$;
create or replace trigger session_waitlist_hold after insert on session_waitlist
  referencing new table as changed for each statement execute function session_waitlist_hold();

create or replace function session_waitlist_rehold() returns trigger language plpgsql as $$
begin
  perform count_line(organization_id, session_id,
    coalesce(sum(people) filter (where status = 'offered'), 0)::bigint,
    coalesce(sum(people) filter (where status = 'waiting'), 0)::bigint)
  from (
    select organization_id, session_id, status, 1 as people from changed where status in ('waiting', 'offered')
    union all
    select organization_id, session_id, status, -1 from before where status in ('waiting', 'offered')
  ) line
  group by organization_id, session_id
  having coalesce(sum(people) filter (where status = 'offered'), 0) <> 0
    or coalesce(sum(people) filter (where status = 'waiting'), 0) <> 0;
  return null;
end $$;
create or replace trigger session_waitlist_rehold after update on session_waitlist
  referencing old table as before new table as changed for each statement execute function session_waitlist_rehold();

create or replace function session_waitlist_release() returns trigger language plpgsql as $$
begin
  perform count_line(organization_id, session_id,
    -count(*) filter (where status = 'offered'), -count(*) filter (where status = 'waiting'))
  from changed where status in ('waiting', 'offered') group by organization_id, session_id;
  return null;
end $$;
create or replace trigger session_waitlist_release after delete on session_waitlist
  referencing old table as changed for each statement execute function session_waitlist_release();

create or replace function count_line(organization uuid, session uuid, offered bigint, waiting bigint) returns void language sql as $$
  update sessions set held_spots = held_spots + offered, waitlist_count = waitlist_count + waiting
  where organization_id = organization and id = session;
$$;

-- Whether a member's turn has come: a spot is held for them, or one is free and no one ahead can take it.
create or replace function is_waitlist_turn(_organization uuid, _session uuid, _user uuid, _free_spots int) returns boolean
language sql stable as $$
  select exists (select from session_waitlist w
    where w.organization_id = _organization and w.session_id = _session and w.user_id = _user
      and (w.status = 'offered' and w.offer_expires_at > now() or w.status = 'waiting' and _free_spots > (
        select count(*) from session_waitlist b where b.organization_id = _organization and b.session_id = _session
          and b.status = 'waiting' and (b.queued_at, b.id) < (w.queued_at, w.id))))
$$;

-- The position of an entry on a session's waitlist, including members with an open offer.
create or replace function waitlist_position(_organization uuid, _session uuid, _queued_at timestamptz, _entry uuid) returns bigint
language sql stable as $$
  select count(*) from session_waitlist w where w.organization_id = _organization and w.session_id = _session
    and w.status in ('waiting', 'offered') and (w.queued_at, w.id) <= (_queued_at, _entry)
$$;
