-- The length of the waitlist, counted on the session like the open offers. A spot that is free while people wait is owed to
-- them: at night nobody is asked, and it must not go to a stranger who happens to pass. So the rule of joining is a sum
-- of the session's own row, and no list has to count the line.
alter table sessions add column waitlist_count int not null default 0 check (waitlist_count >= 0);

create function count_line(organization uuid, session uuid, offered bigint, waiting bigint) returns void language sql as $$
  update sessions set held_spots = held_spots + offered, waitlist_count = waitlist_count + waiting
  where organization_id = organization and id = session;
$$;

create or replace function session_waitlist_hold() returns trigger language plpgsql as $$
begin
  perform count_line(organization_id, session_id,
    count(*) filter (where status = 'offered'), count(*) filter (where status = 'waiting'))
  from changed where status in ('waiting', 'offered') group by organization_id, session_id;
  return null;
end $$;

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

create or replace function session_waitlist_release() returns trigger language plpgsql as $$
begin
  perform count_line(organization_id, session_id,
    -count(*) filter (where status = 'offered'), -count(*) filter (where status = 'waiting'))
  from changed where status in ('waiting', 'offered') group by organization_id, session_id;
  return null;
end $$;

drop function hold_spots(uuid, uuid, bigint);

update sessions s set waitlist_count = line.people
from (select organization_id, session_id, count(*) as people from session_waitlist where status = 'waiting' group by 1, 2) line
where s.organization_id = line.organization_id and s.id = line.session_id;

drop trigger sessions_start_empty on sessions;
create trigger sessions_start_empty before insert on sessions
  for each row when (new.current_participants <> 0 or new.held_spots <> 0 or new.waitlist_count <> 0)
  execute function forbid_counter_change('current_participants', 'held_spots', 'waitlist_count');
drop trigger sessions_keep_counts on sessions;
create trigger sessions_keep_counts before update of current_participants, held_spots, waitlist_count on sessions
  for each row when (pg_trigger_depth() = 0)
  execute function forbid_counter_change('current_participants', 'held_spots', 'waitlist_count');

-- Sessions whose waitlist may have to move on.
create index sessions_waitlisted on sessions (starts_at) where waitlist_count > 0;
