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
create or replace trigger session_participants_count after insert on session_participants
  referencing new table as changed for each statement execute function session_participants_count();

create or replace function session_participants_uncount() returns trigger language plpgsql security definer as $$
begin
  update sessions s set current_participants = s.current_participants - gone.spots
  from (select organization_id, session_id, sum(1 + cardinality(guest_names)) as spots from changed group by 1, 2) gone
  where s.organization_id = gone.organization_id and s.id = gone.session_id;
  return null;
end $$;
create or replace trigger session_participants_uncount after delete on session_participants
  referencing old table as changed for each statement execute function session_participants_uncount();

create or replace function session_messages_number() returns trigger language plpgsql as $$
begin
  update sessions set last_message_seq = last_message_seq + 1
  where organization_id = new.organization_id and id = new.session_id
  returning last_message_seq into new.seq;
  return new;
end $$;
create or replace trigger session_messages_number before insert on session_messages
  for each row when (new.seq = 0) execute function session_messages_number();

-- Rows that come with their numbers (many at once) move the counter as well.
create or replace function session_messages_keep_up() returns trigger language plpgsql as $$
begin
  update sessions s set last_message_seq = added.seq
  from (select organization_id, session_id, max(seq) as seq from changed group by 1, 2) added
  where s.organization_id = added.organization_id and s.id = added.session_id and s.last_message_seq < added.seq;
  return null;
end $$;
create or replace trigger session_messages_keep_up after insert on session_messages
  referencing new table as changed for each statement execute function session_messages_keep_up();

-- A proposal replaces the time a session has. When that time changes or the session is cancelled, open proposals are
-- withdrawn, so nobody accepts an outdated difference.
create or replace function sessions_withdraw_proposals() returns trigger language plpgsql as $$
begin
  update session_proposals set status = 'withdrawn', answered_at = now()
  where organization_id = new.organization_id and session_id = new.id and status = 'pending';
  return null;
end $$;
create or replace trigger sessions_withdraw_proposals after update of starts_at, status on sessions
  for each row when (old.starts_at <> new.starts_at or (old.status = 'active' and new.status = 'cancelled'))
  execute function sessions_withdraw_proposals();

create or replace function session_participants_recount() returns trigger language plpgsql security definer as $$
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
create or replace trigger session_participants_recount after update of guest_names on session_participants
  for each row when (cardinality(new.guest_names) <> cardinality(old.guest_names))
  execute function session_participants_recount();

create or replace function sessions_keep_guests() returns trigger language plpgsql security definer as $$
begin
  if exists (select from session_participants p where p.organization_id = new.organization_id and p.session_id = new.id
      and cardinality(p.guest_names) > new.guests_per_member) then
    raise exception 'members already bring more guests'
      using errcode = 'check_violation', constraint = 'session_participants_guests_allowed';
  end if;
  return new;
end $$;
create or replace trigger sessions_keep_guests before update of guests_per_member on sessions
  for each row when (new.guests_per_member < old.guests_per_member)
  execute function sessions_keep_guests();

-- Invited members who answered that they can't go and have not joined since, without those hidden from the reader.
create or replace function declined_people(_organization uuid, _session uuid, _hidden uuid[]) returns json
language sql stable as $$
  select coalesce(json_agg(u.card order by i.declined_at, i.user_id), '[]')
  from session_invites i join users u on u.id = i.user_id
  where i.organization_id = _organization and i.session_id = _session and i.declined_at is not null
    and i.user_id <> all(_hidden)
    and not exists (select from session_participants p
      where p.organization_id = _organization and p.session_id = _session and p.user_id = i.user_id)
$$;

-- Invited members who haven't answered yet, without those hidden from the reader.
create or replace function waiting_people(_organization uuid, _session uuid, _hidden uuid[]) returns json
language sql stable as $$
  select coalesce(json_agg(u.card order by i.created_at, i.user_id), '[]')
  from session_invites i join users u on u.id = i.user_id
  where i.organization_id = _organization and i.session_id = _session and i.declined_at is null and u.is_active
    and i.user_id <> all(_hidden)
    and not exists (select from session_participants p
      where p.organization_id = _organization and p.session_id = _session and p.user_id = i.user_id)
$$;

-- Who was asked to a session that is only for people who were: its host, its participants, invited members and the managers
-- of its gym (as managesGym in platform/logins/gym-access.ts). Some more than once.
create or replace function people_asked_to(_organization uuid, _session uuid) returns table (user_id uuid)
language sql stable as $$
  select s.creator_id from sessions s where s.organization_id = _organization and s.id = _session
  union all select p.user_id from session_participants p where p.organization_id = _organization and p.session_id = _session
  union all select i.user_id from session_invites i where i.organization_id = _organization and i.session_id = _session
  union all select u.id from sessions s join users u on u.organization_id = s.organization_id
      and (u.role = 'org_admin' or u.role = 'gym_admin' and exists (select from user_gyms ug
        where ug.organization_id = s.organization_id and ug.user_id = u.id and ug.gym_id = s.gym_id and ug.manages))
    where s.organization_id = _organization and s.id = _session
$$;

create or replace function is_asked_to(_organization uuid, _session uuid, _user uuid) returns boolean
language sql stable as $$
  select exists (select from people_asked_to(_organization, _session) asked where asked.user_id = _user)
$$;

-- The next host, written once: the longest-standing participant with an active account who may use the gym.

-- Whether a user can host at a gym (as canUseGym in platform/logins/gym-access.ts, from the gyms in the user's row).
create or replace function can_host(_is_active boolean, _role text, _gyms uuid[], _gym uuid) returns boolean
language sql immutable as $$ select _is_active and (_role = 'org_admin' or _gym = any(_gyms)) $$;

-- The participants of a session in the order in which they would host it: those who can, among them the longest-serving
-- co-host, then the longest-standing participant. A session keeps a host, so who can't comes last, switched-off accounts after
-- all others. A plain select of one statement, which PostgreSQL plans as part of its caller's.
create or replace function next_hosts(_organization uuid, _session uuid) returns table (user_id uuid, place bigint)
language sql stable as $$
  select p.user_id, row_number() over (order by can_host(u.is_active, u.role, u.gym_ids, s.gym_id) desc, u.is_active desc,
    p.co_host_since, p.joined_at, p.user_id)
  from session_participants p
    join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
    join users u on u.organization_id = p.organization_id and u.id = p.user_id
  where p.organization_id = _organization and p.session_id = _session
$$;

-- Who hosts a session after this participant leaves it. Written in PL/pgSQL, because PostgreSQL sets up a plain select in
-- every statement that may call it, even for readers it is never called for.
create or replace function next_host(_organization uuid, _session uuid, _leaving uuid) returns uuid language plpgsql stable as $$
begin
  return (select n.user_id from next_hosts(_organization, _session) n where n.user_id <> _leaving order by n.place limit 1);
end $$;

-- The members of a series who come to what it makes at a gym, in the order in which they would host it.
create or replace function coming_to_series(_organization uuid, _series uuid, _gym uuid)
returns table (user_id uuid, place bigint)
language sql stable as $$
  select m.user_id, row_number() over (order by m.joined_at, m.user_id)
  from session_series_members m
    join users u on u.organization_id = m.organization_id and u.id = m.user_id
  where m.organization_id = _organization and m.series_id = _series
    and can_host(u.is_active, u.role, u.gym_ids, _gym)
$$;

-- Who hosts a series after its host: the first of its members who come, or else the host of its next session who can go on
-- hosting. Null if nobody can.
create or replace function next_series_host(_organization uuid, _series uuid, _leaver uuid) returns uuid
language sql stable as $$
  select coalesce(
    (select c.user_id from session_series r cross join lateral coming_to_series(_organization, _series, r.gym_id) c
      where r.organization_id = _organization and r.id = _series and c.user_id <> _leaver order by c.place limit 1),
    (select s.creator_id from sessions s join users u on u.organization_id = s.organization_id and u.id = s.creator_id
      where s.organization_id = _organization and s.series_id = _series and s.status = 'active' and s.starts_at > now()
        and s.creator_id <> _leaver and can_host(u.is_active, u.role, u.gym_ids, s.gym_id)
      order by s.starts_at, s.id limit 1))
$$;
