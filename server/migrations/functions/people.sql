-- Deletes a user's own events and marks, which no foreign key reaches.
create or replace function users_forget() returns trigger language plpgsql as $$
begin
  delete from event_scopes where scope_id = old.id;
  delete from live_events where scope_id = old.id;
  delete from training_changes where organization_id = old.organization_id and user_id = old.id;
  delete from mails where lower(to_address) = lower(old.email) and sent_at is not null;
  return null;
end $$;
create or replace trigger users_forget after delete on users
  for each row execute function users_forget();

-- When a host's account is deleted, sessions and series pass on by the rule for leaving them (next_host, next_series_host).
-- A series that nobody can host ends, and stays with one of its members for the sessions it made. Sessions and series
-- without other people go with the host, and the host's words go from all. Not when a whole organization is removed.
create or replace function users_hand_over_sessions() returns trigger language plpgsql security definer as $$
begin
  update sessions s set creator_id = heir.user_id
  from sessions mine cross join lateral next_host(mine.organization_id, mine.id, old.id) heir (user_id)
  where mine.organization_id = old.organization_id and mine.creator_id = old.id
    and s.organization_id = mine.organization_id and s.id = mine.id and heir.user_id is not null;
  update session_series s set creator_id = coalesce(heir.user_id, heir.keeper_id),
    ended_at = case when heir.user_id is null then coalesce(s.ended_at, now()) else s.ended_at end
  from session_series mine cross join lateral (
    select next_series_host(mine.organization_id, mine.id, old.id) as user_id,
      -- One who goes in the same statement is a member until it ends, but no user any more.
      (select m.user_id from session_series_members m join users u on u.id = m.user_id
        where m.organization_id = mine.organization_id and m.series_id = mine.id and m.user_id <> old.id
        order by m.joined_at, m.user_id limit 1) as keeper_id
  ) heir
  where mine.organization_id = old.organization_id and mine.creator_id = old.id
    and s.organization_id = mine.organization_id and s.id = mine.id and coalesce(heir.user_id, heir.keeper_id) is not null;
  perform forget_words(old.organization_id, old.id);
  return old;
end $$;
create or replace trigger users_hand_over_sessions before delete on users
  for each row when (pg_trigger_depth() = 0 and old.organization_id is not null)
  execute function users_hand_over_sessions();

-- An organization keeps an active org_admin and the platform a super admin, also when two of them remove each other at
-- the same moment. Not when a whole organization is removed.
create or replace function users_keep_an_admin() returns trigger language plpgsql as $$
begin
  perform 1 from organizations where id = old.organization_id for no key update;
  if found and not exists (select from users
      where organization_id = old.organization_id and role = 'org_admin' and is_active) then
    raise exception 'the last admin of an organization stays'
      using errcode = 'check_violation', constraint = 'users_last_org_admin';
  end if;
  return null;
end $$;
create or replace trigger users_keep_an_admin_changed after update of role, is_active, organization_id on users
  for each row when (pg_trigger_depth() = 0 and old.role = 'org_admin' and old.is_active
    and (new.role <> 'org_admin' or not new.is_active or new.organization_id is distinct from old.organization_id))
  execute function users_keep_an_admin();
create or replace trigger users_keep_an_admin_gone after delete on users
  for each row when (pg_trigger_depth() = 0 and old.role = 'org_admin' and old.is_active)
  execute function users_keep_an_admin();

create or replace function users_keep_a_super_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7270002);
  if not exists (select from users where role = 'super_admin' and is_active) then
    raise exception 'the last super admin stays'
      using errcode = 'check_violation', constraint = 'users_last_super_admin';
  end if;
  return null;
end $$;
create or replace trigger users_keep_a_super_admin_changed after update of role, is_active on users
  for each row when (old.role = 'super_admin' and old.is_active and (new.role <> 'super_admin' or not new.is_active))
  execute function users_keep_a_super_admin();
create or replace trigger users_keep_a_super_admin_gone after delete on users
  for each row when (old.role = 'super_admin' and old.is_active)
  execute function users_keep_a_super_admin();

-- Words count as those of the host at that time.
create or replace function name_author() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.title_by := coalesce(new.title_by, new.creator_id);
    new.description_by := coalesce(new.description_by, new.creator_id);
    return new;
  end if;
  if new.title <> old.title and (new.title_by is null or new.title_by = old.title_by) then
    new.title_by := new.creator_id;
  end if;
  if new.description <> old.description and (new.description_by is null or new.description_by = old.description_by) then
    new.description_by := new.creator_id;
  end if;
  return new;
end $$;
create or replace trigger sessions_name_author before insert or update of title, description on sessions
  for each row execute function name_author();
create or replace trigger session_series_name_author before insert or update of title, description on session_series
  for each row execute function name_author();

-- What a session is called when the words of its host are gone.
create or replace function neutral_session_title(workout_type text) returns text language sql immutable as $$
  select case workout_type when 'classes' then 'Class' else initcap(workout_type) || ' session' end;
$$;

-- What a notification keeps of a session whose row goes.
create or replace function session_keepsake(organization uuid, session uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('session', jsonb_build_object(
    'title', neutral_session_title(s.workout_type),
    'day', to_char(s.starts_at at time zone g.timezone, 'YYYY-MM-DD')))
  from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  where s.organization_id = organization and s.id = session;
$$;

create or replace function forget_words(organization uuid, person uuid) returns void language sql as $$
  update sessions s set
    title = case when s.title_by = person then neutral_session_title(s.workout_type) else s.title end,
    title_by = nullif(s.title_by, person),
    description = case when s.description_by = person then '' else s.description end,
    description_by = nullif(s.description_by, person),
    cancel_reason = case when s.cancel_reason_by = person then null else s.cancel_reason end,
    cancel_reason_by = nullif(s.cancel_reason_by, person),
    revision = s.revision + 1
  where person in (s.title_by, s.description_by, s.cancel_reason_by) and (
    s.organization_id = organization and s.creator_id = person
    or s.organization_id = organization and s.title_by = person and s.title_by <> s.creator_id
    or s.organization_id = organization and s.description_by = person and s.description_by <> s.creator_id
    or s.organization_id = organization and s.cancel_reason_by = person and s.cancel_reason_by <> s.creator_id);
  update session_series s set
    title = case when s.title_by = person then neutral_session_title(s.workout_type) else s.title end,
    title_by = nullif(s.title_by, person),
    description = case when s.description_by = person then '' else s.description end,
    description_by = nullif(s.description_by, person)
  where s.organization_id = organization and person in (s.title_by, s.description_by);
$$;

-- A pattern for names with one slip in a word: a letter too many, too few, wrong, or swapped with the next one. A short
-- word has to be a whole name, a longer one its beginning. Null for words that are too short or too long to guess.
create or replace function slip_pattern(word text) returns text language sql immutable parallel safe as $$
  select ' (' || string_agg(slip, '|') || ')' || case when length(word) < 6 then '( |$)' else '' end
  from generate_series(1, length(word)) place,
    lateral (values
      (left(word, place - 1) || '[^ ]?' || substr(word, place + 1)),
      (left(word, place - 1) || '[^ ]' || substr(word, place)),
      (left(word, place - 1) || substr(word, place + 1, 1) || substr(word, place, 1) || substr(word, place + 2))
    ) slips (slip)
  where length(word) between 4 and 12 and word !~ '[][(){}.*+?^$|\\]'
$$;

create or replace function users_end_suspension() returns trigger language plpgsql as $$
begin
  new.suspended_until := null;
  return new;
end $$;
create or replace trigger users_end_suspension before insert or update on users
  for each row when (new.is_active and new.suspended_until is not null) execute function users_end_suspension();

create or replace function users_note_signed_in() returns trigger language plpgsql as $$
begin
  new.has_signed_in := new.has_signed_in or new.last_seen_at is not null
    or new.password_hash is not null and not new.must_change_password;
  return new;
end $$;
create or replace trigger users_note_signed_in before insert or update of password_hash, must_change_password, last_seen_at on users
  for each row execute function users_note_signed_in();
