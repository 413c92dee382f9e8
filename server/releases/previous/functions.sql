-- The marks. Joining and leaving change current_participants, so the session's row tells of them too.
create or replace function analytics_mark_sessions() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id, at) select distinct organization_id, gym_id, starts_at from changed;
  return null;
end $$;
create or replace trigger analytics_mark_new_sessions after insert on sessions
  referencing new table as changed for each statement execute function analytics_mark_sessions();
create or replace trigger analytics_mark_deleted_sessions after delete on sessions
  referencing old table as changed for each statement execute function analytics_mark_sessions();

create or replace function analytics_mark_session() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id, at) values (new.organization_id, new.gym_id, new.starts_at);
  if (old.gym_id, old.starts_at) is distinct from (new.gym_id, new.starts_at) then
    insert into analytics_changes (organization_id, gym_id, at) values (old.organization_id, old.gym_id, old.starts_at);
  end if;
  return null;
end $$;
create or replace trigger analytics_mark_changed_session
  after update of gym_id, starts_at, status, workout_type, max_participants, current_participants on sessions for each row
  when ((old.gym_id, old.starts_at, old.status, old.workout_type, old.max_participants, old.current_participants)
    is distinct from (new.gym_id, new.starts_at, new.status, new.workout_type, new.max_participants, new.current_participants))
  execute function analytics_mark_session();

create or replace function analytics_mark_attendance() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id, at)
  select organization_id, gym_id, starts_at from sessions where organization_id = new.organization_id and id = new.session_id;
  return null;
end $$;
create or replace trigger analytics_mark_attendance after update of attended on session_participants for each row
  when (old.attended is distinct from new.attended) execute function analytics_mark_attendance();

create or replace function analytics_mark_access() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id, at) select distinct organization_id, gym_id, created_at from changed;
  return null;
end $$;
create or replace trigger analytics_mark_access_given after insert on user_gyms
  referencing new table as changed for each statement execute function analytics_mark_access();
create or replace trigger analytics_mark_access_taken after delete on user_gyms
  referencing old table as changed for each statement execute function analytics_mark_access();

create or replace function analytics_mark_gym() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id) values (new.organization_id, new.id);
  return null;
end $$;
create or replace trigger analytics_mark_timezone after update of timezone on gyms for each row
  when (old.timezone <> new.timezone) execute function analytics_mark_gym();

-- Keeps updated_at current on every write.
create or replace function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create or replace trigger organizations_touch before update on organizations
  for each row execute function touch_updated_at();
create or replace trigger gyms_touch before update on gyms
  for each row execute function touch_updated_at();
create or replace trigger users_touch before update on users
  for each row execute function touch_updated_at();
create or replace trigger user_preferences_touch before update on user_preferences
  for each row execute function touch_updated_at();
create or replace trigger organization_themes_touch before update on organization_themes
  for each row execute function touch_updated_at();
create or replace trigger saved_themes_touch before update on saved_themes
  for each row execute function touch_updated_at();
create or replace trigger invite_codes_touch before update on invite_codes
  for each row execute function touch_updated_at();
create or replace trigger session_series_touch before update on session_series
  for each row execute function touch_updated_at();
create or replace trigger sessions_touch before update on sessions
  for each row execute function touch_updated_at();
create or replace trigger conversations_touch before update on conversations
  for each row when (new.declined_at is not distinct from old.declined_at or new.requested_by is null)
  execute function touch_updated_at();

-- A row that names a parent may not be moved to another: counters on the parent would no longer equal the rows.
-- The columns are the trigger's arguments.
create or replace function forbid_key_change() returns trigger language plpgsql as $$
declare
  key_column text;
begin
  foreach key_column in array tg_argv loop
    if to_jsonb(old) -> key_column is distinct from to_jsonb(new) -> key_column then
      raise exception '%.% cannot be changed', tg_table_name, key_column using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;
create or replace trigger user_gyms_keep_keys before update on user_gyms
  for each row execute function forbid_key_change('organization_id', 'user_id', 'gym_id');
create or replace trigger invite_code_uses_keep_keys before update on invite_code_uses
  for each row execute function forbid_key_change('organization_id', 'invite_code_id');
create or replace trigger session_participants_keep_keys before update on session_participants
  for each row execute function forbid_key_change('organization_id', 'session_id', 'user_id');
create or replace trigger session_waitlist_keep_keys before update on session_waitlist
  for each row execute function forbid_key_change('organization_id', 'session_id', 'user_id');
create or replace trigger session_messages_keep_keys before update on session_messages
  for each row execute function forbid_key_change('organization_id', 'session_id', 'seq', 'sender_id', 'client_nonce');
create or replace trigger conversation_members_keep_keys before update on conversation_members
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'user_id');
create or replace trigger messages_keep_keys before update on messages
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'seq', 'sender_id', 'client_nonce');
create or replace trigger message_reactions_stay before update on message_reactions
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'seq', 'user_id', 'emoji');
create or replace trigger reports_keep_keys before update on reports
  for each row execute function forbid_key_change('organization_id', 'id', 'kind', 'subject_id');
create or replace trigger pinned_messages_stay before update on pinned_messages
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'seq');
create or replace trigger poll_votes_stay before update on poll_votes
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'seq', 'user_id', 'option');

-- Refuses a counter written by hand; only the triggers that follow the rows may move it.
-- The counter columns are the trigger's arguments.
create or replace function forbid_counter_change() returns trigger language plpgsql as $$
declare
  counter text;
begin
  foreach counter in array tg_argv loop
    if to_jsonb(new) ->> counter is distinct from coalesce(to_jsonb(old) ->> counter, '0') then
      raise exception '%.% follows its rows and cannot be set', tg_table_name, counter using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;
create or replace trigger invite_codes_start_at_zero before insert on invite_codes
  for each row when (new.use_count <> 0) execute function forbid_counter_change('use_count');
create or replace trigger invite_codes_keep_count before update of use_count on invite_codes
  for each row when (pg_trigger_depth() = 0) execute function forbid_counter_change('use_count');
create or replace trigger conversations_start_empty before insert on conversations
  for each row when (new.member_count <> 0) execute function forbid_counter_change('member_count');
create or replace trigger conversations_keep_count before update of member_count on conversations
  for each row when (pg_trigger_depth() = 0) execute function forbid_counter_change('member_count');
create or replace trigger sessions_start_empty before insert on sessions
  for each row when (new.current_participants <> 0 or new.held_spots <> 0 or new.waitlist_count <> 0)
  execute function forbid_counter_change('current_participants', 'held_spots', 'waitlist_count');
create or replace trigger sessions_keep_counts before update of current_participants, held_spots, waitlist_count on sessions
  for each row when (pg_trigger_depth() = 0)
  execute function forbid_counter_change('current_participants', 'held_spots', 'waitlist_count');
create or replace trigger messages_keep_count before update of reaction_count on messages
  for each row when (pg_trigger_depth() = 0) execute function forbid_counter_change('reaction_count');

-- An account takes its name and values along when it is deleted. Nothing else about an entry ever changes.
create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  if new.target_name is null and new.edits is null
    and to_jsonb(new) - '{target_name,edits}'::text[] = to_jsonb(old) - '{target_name,edits}'::text[] then
    return new;
  end if;
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end $$;
create or replace trigger audit_log_append_only before update on audit_log
  for each row execute function audit_log_is_append_only();

-- Processes keep the caller (role, organization, gyms, whether the sign-in stands) in memory and drop it on this word.
create or replace function users_tell_caller() returns trigger language plpgsql as $$
begin
  perform pg_notify('caller', old.id::text);
  return null;
end $$;
create or replace trigger users_tell_caller_gone after delete on users
  for each row execute function users_tell_caller();
create or replace trigger users_tell_caller_changed
  after update of role, organization_id, is_active, current_gym_id, timezone, is_demo_user, demo_expires_at,
    email_verified, must_change_password on users
  for each row
  when (
    (old.role, old.organization_id, old.is_active, old.current_gym_id, old.timezone, old.is_demo_user,
      old.demo_expires_at, old.email_verified, old.must_change_password)
    is distinct from
    (new.role, new.organization_id, new.is_active, new.current_gym_id, new.timezone, new.is_demo_user,
      new.demo_expires_at, new.email_verified, new.must_change_password))
  execute function users_tell_caller();

create or replace function user_gyms_tell_caller() returns trigger language plpgsql as $$
begin
  perform pg_notify('caller', user_id::text) from (select distinct user_id from changed) c;
  return null;
end $$;
create or replace trigger user_gyms_tell_caller_gained after insert on user_gyms
  referencing new table as changed for each statement execute function user_gyms_tell_caller();
create or replace trigger user_gyms_tell_caller_lost after delete on user_gyms
  referencing old table as changed for each statement execute function user_gyms_tell_caller();
create or replace trigger user_gyms_tell_caller_changed after update on user_gyms
  referencing new table as changed for each statement execute function user_gyms_tell_caller();

create or replace function logins_tell_caller() returns trigger language plpgsql as $$
begin
  perform pg_notify('caller', old.user_id::text);
  return null;
end $$;
create or replace trigger logins_tell_caller_ended after update of revoked_at, expires_at on logins
  for each row
  when (old.revoked_at is distinct from new.revoked_at or new.expires_at < old.expires_at)
  execute function logins_tell_caller();
create or replace trigger logins_tell_caller_gone after delete on logins
  for each row execute function logins_tell_caller();

-- An organization's own state, and the list of its gyms, are part of what its people may do.
create or replace function organization_tell_callers(organization uuid, admins_only boolean) returns void language sql as $$
  select pg_notify('caller', id::text) from users
  where organization_id = organization and (not admins_only or role = 'org_admin');
  select pg_notify('caller', user_id::text) from logins where emulated_organization_id = organization;
$$;

create or replace function organizations_tell_callers() returns trigger language plpgsql as $$
begin
  perform organization_tell_callers(new.id, false);
  return null;
end $$;
create or replace trigger organizations_tell_callers after update of is_active on organizations
  for each row when (old.is_active is distinct from new.is_active)
  execute function organizations_tell_callers();

create or replace function gyms_tell_callers() returns trigger language plpgsql as $$
begin
  perform organization_tell_callers(coalesce(new.organization_id, old.organization_id), tg_op <> 'UPDATE');
  return null;
end $$;
create or replace trigger gyms_tell_callers after insert or delete on gyms
  for each row execute function gyms_tell_callers();
create or replace trigger gyms_tell_callers_switched after update of is_active on gyms
  for each row when (old.is_active is distinct from new.is_active)
  execute function gyms_tell_callers();

-- In a direct conversation only the pair itself can be members.
create or replace function conversation_members_fit() returns trigger language plpgsql as $$
begin
  if exists (select from conversations c
      where c.organization_id = new.organization_id and c.id = new.conversation_id
        and c.kind = 'direct' and new.user_id not in (c.user_low_id, c.user_high_id)) then
    raise exception 'a direct conversation belongs to its pair'
      using errcode = 'check_violation', constraint = 'conversation_members_pair';
  end if;
  return new;
end $$;
create or replace trigger conversation_members_fit before insert on conversation_members
  for each row execute function conversation_members_fit();

create or replace function conversation_members_count() returns trigger language plpgsql as $$
begin
  update conversations c set member_count = c.member_count + added.people
  from (select organization_id, conversation_id, count(*) as people from changed group by 1, 2) added
  where c.organization_id = added.organization_id and c.id = added.conversation_id;
  return null;
end $$;
create or replace trigger conversation_members_count after insert on conversation_members
  referencing new table as changed for each statement execute function conversation_members_count();

-- A group always has an admin, whoever leaves it and however: the longest-standing member takes over. The last one to
-- leave takes the group along.
create or replace function conversation_members_uncount() returns trigger language plpgsql
security definer set search_path = pg_catalog, public as $$
begin
  update conversations c set member_count = c.member_count - gone.people
  from (select organization_id, conversation_id, count(*) as people from changed group by 1, 2) gone
  where c.organization_id = gone.organization_id and c.id = gone.conversation_id;

  delete from conversations c using (select distinct organization_id, conversation_id from changed) gone
  where c.organization_id = gone.organization_id and c.id = gone.conversation_id and c.kind = 'group' and c.member_count = 0;

  update conversation_members w set role = 'admin'
  from (select distinct on (m.organization_id, m.conversation_id) m.organization_id, m.conversation_id, m.user_id
    from conversation_members m
      join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id and c.kind = 'group'
    where (m.organization_id, m.conversation_id) in (select organization_id, conversation_id from changed)
      and not exists (select from conversation_members a where a.organization_id = m.organization_id
        and a.conversation_id = m.conversation_id and a.role = 'admin')
    order by m.organization_id, m.conversation_id, m.joined_at, m.user_id) heir
  where w.organization_id = heir.organization_id and w.conversation_id = heir.conversation_id and w.user_id = heir.user_id;
  return null;
end $$;
create or replace trigger conversation_members_uncount after delete on conversation_members
  referencing old table as changed for each statement execute function conversation_members_uncount();

create or replace function messages_number() returns trigger language plpgsql as $$
begin
  update conversations set last_seq = last_seq + 1, last_message_at = new.created_at
  where organization_id = new.organization_id and id = new.conversation_id
  returning last_seq into new.seq;
  return new;
end $$;
create or replace trigger messages_number before insert on messages
  for each row when (new.seq = 0) execute function messages_number();

-- Rows that come with their numbers (many at once) move the counter as well.
create or replace function messages_keep_up() returns trigger language plpgsql as $$
begin
  update conversations c set last_seq = added.seq, last_message_at = added.created_at
  from (select organization_id, conversation_id, max(seq) as seq, max(created_at) as created_at from changed group by 1, 2) added
  where c.organization_id = added.organization_id and c.id = added.conversation_id and c.last_seq < added.seq;
  return null;
end $$;
create or replace trigger messages_keep_up after insert on messages
  referencing new table as changed for each statement execute function messages_keep_up();

-- Messages without reactions, nearly all of them, are read without a look into the table.
create or replace function message_reactions_count() returns trigger language plpgsql as $$
begin
  update messages m set reaction_count = m.reaction_count + changes.number
  from (select organization_id, conversation_id, seq, case tg_op when 'INSERT' then count(*) else -count(*) end as number
    from changed group by 1, 2, 3) changes
  where m.organization_id = changes.organization_id and m.conversation_id = changes.conversation_id and m.seq = changes.seq;
  return null;
end $$;
create or replace trigger message_reactions_count after insert on message_reactions
  referencing new table as changed for each statement execute function message_reactions_count();
create or replace trigger message_reactions_uncount after delete on message_reactions
  referencing old table as changed for each statement execute function message_reactions_count();

-- Becoming friends accepts a request, under the same lock: either finds what the other has done.
create or replace function conversations_lock_pair() returns trigger language plpgsql as $$
begin
  perform lock_pair(new.user_low_id, new.user_high_id);
  return new;
end $$;
create or replace trigger conversations_lock_pair before insert on conversations
  for each row when (new.kind = 'direct') execute function conversations_lock_pair();

-- With a day: only messages up to that day.
create or replace function find_messages(wanted tsquery, last_day int)
returns table (conversation_id uuid, seq bigint, id uuid, sender_id uuid, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.conversation_id, m.seq, m.id, m.sender_id, m.created_at from messages m
  where m.organization_id = current_setting('spotter.organization_id')::uuid
    and (last_day is null or message_day(m.created_at) <= last_day)
    and message_terms(m.conversation_id, m.created_at, m.content) @@ wanted and m.kind <> 'system' and m.deleted_at is null
$$;
revoke execute on function find_messages from public;
grant execute on function find_messages to spotter_tenant;

-- What a system message reports, without people hidden from the reader: few messages are one, so its searches are set up
-- only when it is called. People are stored by id, so that a deleted account leaves no name behind.
create or replace function message_notice(_details jsonb, _hidden uuid[]) returns json language sql stable as $$
  select json_build_object('action', _details ->> 'action',
    'actor', (select p.card from users p where p.id = (_details ->> 'actor_id')::uuid and p.id <> all(_hidden)),
    'people', (select coalesce(json_agg(p.card order by p.first_name, p.last_name, p.id), '[]') from users p
      where p.id in (select jsonb_array_elements_text(_details -> 'user_ids')::uuid) and p.id <> all(_hidden)),
    'name', _details ->> 'name')
$$;

-- A poll as a reader sees it, without the votes of people hidden from them: few messages are one, so its searches are set up
-- only when it is called.
create or replace function message_poll(_organization uuid, _conversation uuid, _seq bigint, _details jsonb, _reader uuid, _hidden uuid[])
returns json language sql stable as $$
  with votes as (select v.user_id, v.option from poll_votes v
    where v.organization_id = _organization and v.conversation_id = _conversation and v.seq = _seq
      and v.user_id <> all(_hidden))
  select json_build_object('options', _details -> 'options', 'chosen', _details -> 'chosen',
    'votes', (select json_agg((select count(*) from votes v where v.option = place) order by place)
      from generate_series(0, jsonb_array_length(_details -> 'options') - 1) place),
    'own', (select coalesce(json_agg(v.option order by v.option), '[]') from votes v where v.user_id = _reader),
    'voters', (select count(distinct v.user_id) from votes v))
$$;

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

-- Gives up a file, unless something still shows it: sample and demo gyms share their faces. Answers whether it is gone. It
-- looks beyond the caller's organization, which the walls hide from the caller.
create or replace function forget_file(file text) returns boolean language sql security definer as $$
  with gone as (
    delete from files f where f.key = file
      and not exists (select from users u where u.avatar_key = f.key)
      and not exists (select from assets a where a.file_key = f.key)
      and not exists (select from conversations c where c.picture_key = f.key)
      and not exists (select from messages m where m.photo_key = f.key)
    returning f.key)
  select exists (select from gone);
$$;
grant execute on function forget_file to spotter_tenant;

-- A picture goes with its row, however that is deleted: by a call, with a conversation or with an account.
create or replace function release_file() returns trigger language plpgsql as $$
declare
  file text := to_jsonb(old) ->> tg_argv[0];
begin
  if forget_file(file) then
    perform enqueue_job('remove_file', json_build_object('key', file));
  end if;
  return null;
end $$;
create or replace trigger messages_release_photo after update of photo_key on messages
  for each row when (old.photo_key is distinct from new.photo_key and old.photo_key is not null)
  execute function release_file('photo_key');
create or replace trigger messages_release_photo_when_deleted after delete on messages
  for each row when (old.photo_key is not null) execute function release_file('photo_key');
create or replace trigger conversations_release_picture after update of picture_key on conversations
  for each row when (old.picture_key is distinct from new.picture_key and old.picture_key is not null)
  execute function release_file('picture_key');
create or replace trigger conversations_release_picture_when_deleted after delete on conversations
  for each row when (old.picture_key is not null) execute function release_file('picture_key');
-- An uploaded image goes with its row, too.
create or replace trigger assets_release_file after delete on assets
  for each row execute function release_file('file_key');

-- A lock on a member's row writes to the row and to the log; this one is held in memory until the transaction ends. Pairs
-- share 2,048 locks, so that a statement about very many can't fill the memory for locks. While an organization is
-- imported nobody else sees it, so its pairs need none.
create or replace function lock_pair(one uuid, other uuid) returns void language sql as $$
  select pg_advisory_xact_lock(65, (uuid_hash_extended(least(one, other), uuid_hash_extended(greatest(one, other), 0)) & 2047)::int)
  where current_setting('spotter.importing', true) is distinct from 'on';
$$;

create or replace function refuse_when_blocked(organization uuid, one uuid, other uuid) returns void language plpgsql as $$
begin
  perform lock_pair(one, other);
  if exists (select from blocks b where b.organization_id = organization
      and ((b.blocker_id = one and b.blocked_id = other) or (b.blocker_id = other and b.blocked_id = one))) then
    raise exception 'one of the two has blocked the other'
      using errcode = 'check_violation', constraint = 'friends_not_blocked';
  end if;
end $$;

create or replace function friendships_refuse_blocked() returns trigger language plpgsql as $$
begin
  perform refuse_when_blocked(new.organization_id, new.user_low_id, new.user_high_id);
  return new;
end $$;
create or replace trigger friendships_refuse_blocked before insert or update on friendships
  for each row execute function friendships_refuse_blocked();

create or replace function friend_requests_refuse_blocked() returns trigger language plpgsql as $$
begin
  perform refuse_when_blocked(new.organization_id, new.sender_id, new.receiver_id);
  return new;
end $$;
create or replace trigger friend_requests_refuse_blocked before insert or update on friend_requests
  for each row when (new.status = 'pending') execute function friend_requests_refuse_blocked();

create or replace function blocks_lock_pair() returns trigger language plpgsql as $$
begin
  perform lock_pair(new.blocker_id, new.blocked_id);
  return new;
end $$;
create or replace trigger blocks_lock_pair before insert on blocks
  for each row execute function blocks_lock_pair();

create or replace function blocks_end_friendship() returns trigger language plpgsql as $$
begin
  delete from friendships f where f.organization_id = new.organization_id
    and f.user_low_id = least(new.blocker_id, new.blocked_id)
    and f.user_high_id = greatest(new.blocker_id, new.blocked_id);
  update friend_requests r set status = 'withdrawn', answered_at = now()
  where r.organization_id = new.organization_id and r.status = 'pending'
    and least(r.sender_id, r.receiver_id) = least(new.blocker_id, new.blocked_id)
    and greatest(r.sender_id, r.receiver_id) = greatest(new.blocker_id, new.blocked_id);
  return null;
end $$;
create or replace trigger blocks_end_friendship after insert on blocks
  for each row execute function blocks_end_friendship();

-- A member's current and default gym are gyms they may use.
create or replace function user_gyms_clear_lost() returns trigger language plpgsql as $$
begin
  update users u set
    gym_ids = array(select kept from unnest(u.gym_ids) kept where kept <> all(l.gym_ids)),
    current_gym_id = case when u.role = 'org_admin' or u.current_gym_id <> all(l.gym_ids) then u.current_gym_id end,
    default_gym_id = case when u.role = 'org_admin' or u.default_gym_id <> all(l.gym_ids) then u.default_gym_id end
  from (select user_id, array_agg(gym_id) as gym_ids from lost group by user_id) l where u.id = l.user_id;
  return null;
end $$;
create or replace trigger user_gyms_clear_lost after delete on user_gyms
  referencing old table as lost for each statement execute function user_gyms_clear_lost();

-- Adds to and takes from what the row has by then: two changes at once both count.
create or replace function user_gyms_note_gained() returns trigger language plpgsql as $$
begin
  update users u set gym_ids = u.gym_ids || g.gym_ids
  from (select user_id, array_agg(gym_id) as gym_ids from gained group by user_id) g where u.id = g.user_id;
  return null;
end $$;
create or replace trigger user_gyms_note_gained after insert on user_gyms
  referencing new table as gained for each statement execute function user_gyms_note_gained();

create or replace function gyms_note_closing() returns trigger language plpgsql as $$
begin
  new.closed_at := case when new.is_active then null else coalesce(old.closed_at, now()) end;
  return new;
end $$;
create or replace trigger gyms_note_closing before update of is_active on gyms for each row execute function gyms_note_closing();

-- The row lock of this update decides who has the last use; the check refuses the others.
create or replace function invite_code_uses_count() returns trigger language plpgsql as $$
begin
  update invite_codes c set use_count = c.use_count + used.uses
  from (select organization_id, invite_code_id, count(*) as uses from changed group by 1, 2) used
  where c.organization_id = used.organization_id and c.id = used.invite_code_id;
  return null;
end $$;
create or replace trigger invite_code_uses_count after insert on invite_code_uses
  referencing new table as changed for each statement execute function invite_code_uses_count();

create or replace function invite_code_uses_uncount() returns trigger language plpgsql as $$
begin
  update invite_codes c set use_count = c.use_count - used.uses
  from (select organization_id, invite_code_id, count(*) as uses from changed group by 1, 2) used
  where c.organization_id = used.organization_id and c.id = used.invite_code_id;
  return null;
end $$;
create or replace trigger invite_code_uses_uncount after delete on invite_code_uses
  referencing old table as changed for each statement execute function invite_code_uses_uncount();

-- A notification about people goes with the last of them.
create or replace function notification_actors_last_gone() returns trigger language plpgsql as $$
begin
  delete from notifications n using (select distinct organization_id, notification_id from gone) g
  where n.organization_id = g.organization_id and n.id = g.notification_id and n.former_actors = 0
    and not exists (select from notification_actors a
      where a.organization_id = n.organization_id and a.notification_id = n.id);
  return null;
end $$;
create or replace trigger notification_actors_last_gone after delete on notification_actors
  referencing old table as gone for each statement execute function notification_actors_last_gone();

-- Lets pushes and mails of notifications wait for the governor, and returns whom they are for. Most notifications have
-- none, so this is set up only when it is called.
create or replace function await_deliveries(_organization uuid, _notifications uuid[], _users uuid[], _channels text[], _due_at timestamptz)
returns uuid[] language sql as $$
  with waiting as (
    insert into notification_deliveries as d (organization_id, notification_id, channel, user_id, waiting_since, due_at)
    select _organization, given.id, given.channel, given.user_id, now(), coalesce(_due_at, now())
    from unnest(_notifications, _users, _channels) as given (id, user_id, channel)
    on conflict (organization_id, notification_id, channel)
    do update set waiting_since = coalesce(d.waiting_since, excluded.waiting_since), due_at = excluded.due_at
    returning d.user_id)
  select array_agg(distinct user_id) from waiting
$$;

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

-- When a host's account is deleted, the longest-serving co-host takes over, or else the longest-standing participant,
-- switched-off accounts last (nextHostFirst in sessions.read.ts). Sessions without other participants go with the host,
-- and the host's words go from all. Not when a whole organization is removed.
create or replace function users_hand_over_sessions() returns trigger language plpgsql security definer as $$
begin
  update sessions s set creator_id = heir.user_id
  from sessions mine cross join lateral (
    select p.user_id from session_participants p join users u on u.id = p.user_id
    where p.organization_id = mine.organization_id and p.session_id = mine.id and p.user_id <> old.id
    order by u.is_active desc, p.co_host_since, p.joined_at, p.user_id limit 1
  ) heir
  where mine.organization_id = old.organization_id and mine.creator_id = old.id
    and s.organization_id = mine.organization_id and s.id = mine.id;
  update session_series s set creator_id = heir.user_id
  from session_series mine cross join lateral (
    select m.user_id from session_series_members m join users u on u.id = m.user_id
    where m.organization_id = mine.organization_id and m.series_id = mine.id and m.user_id <> old.id
    order by u.is_active desc, m.joined_at, m.user_id limit 1
  ) heir
  where mine.organization_id = old.organization_id and mine.creator_id = old.id
    and s.organization_id = mine.organization_id and s.id = mine.id;
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

create or replace function reports_keep_files() returns trigger language plpgsql as $$
begin
  insert into report_files (organization_id, report_id, file_key)
  select distinct new.organization_id, new.id, f.key from files f
  where f.key in (select value #>> '{}' from jsonb_path_query(new.snapshot, '$.**.file_key') value);
  return null;
end $$;
create or replace trigger reports_keep_files after insert on reports
  for each row execute function reports_keep_files();

create or replace function files_stay_for_reports() returns trigger language plpgsql as $$
begin
  return case when not exists (select from report_files where file_key = old.key) then old end;
end $$;
create or replace trigger files_stay_for_reports before delete on files
  for each row execute function files_stay_for_reports();

create or replace function report_files_let_go() returns trigger language plpgsql as $$
begin
  if forget_file(old.file_key) then
    perform enqueue_job('remove_file', json_build_object('key', old.file_key));
  end if;
  return null;
end $$;
create or replace trigger report_files_let_go after delete on report_files
  for each row execute function report_files_let_go();

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

-- Whether a member was asked to a session that is only for people who were: they host it, are in it, are invited, or
-- manage its gym.
create or replace function is_asked_to(_organization uuid, _session uuid, _user uuid) returns boolean
language sql stable as $$
  select exists (select from sessions s where s.organization_id = _organization and s.id = _session and s.creator_id = _user)
    or exists (select from session_participants p
      where p.organization_id = _organization and p.session_id = _session and p.user_id = _user)
    or exists (select from session_invites i
      where i.organization_id = _organization and i.session_id = _session and i.user_id = _user)
    or exists (select from sessions s join users u on u.id = _user and u.organization_id = _organization
      where s.organization_id = _organization and s.id = _session and (u.role = 'org_admin' or u.role = 'gym_admin'
        and exists (select from user_gyms ug where ug.organization_id = _organization and ug.user_id = _user
          and ug.gym_id = s.gym_id and ug.manages)))
$$;

create or replace function logins_end_emulations() returns trigger language plpgsql as $$
begin
  update logins
  set revoked_at = new.revoked_at, revoked_reason = new.revoked_reason, expires_at = least(expires_at, new.expires_at)
  where parent_login_id = new.id and revoked_at is null;
  return null;
end $$;
create or replace trigger logins_end_emulations after update of revoked_at, expires_at on logins
  for each row
  when (new.revoked_at is distinct from old.revoked_at or new.expires_at < old.expires_at)
  execute function logins_end_emulations();

-- A browser gets no pushes after its sign-in has ended.
create or replace function logins_end_pushes() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where login_id = new.id;
  return null;
end $$;
create or replace trigger logins_end_pushes after update of revoked_at on logins
  for each row when (new.revoked_at is not null) execute function logins_end_pushes();

-- When a member was last here, to the quarter of an hour. A locked row is skipped: being seen must never wait.
create or replace function logins_seen() returns trigger language plpgsql as $$
begin
  update users set last_seen_at = new.last_used_at where id = (
    select id from users where id = new.user_id
      and (last_seen_at is null or last_seen_at < new.last_used_at - interval '15 minutes')
    for no key update skip locked);
  return null;
end $$;
create or replace trigger logins_seen after insert or update of last_used_at on logins
  for each row when (new.method not in ('emulation', 'demo')) execute function logins_seen();

-- Marks members whose training facts have to be counted again. Sessions that start, or get too old to count, need no mark: the
-- job finds them by the clock. So joining a session ahead writes nothing here. A member who is being deleted isn't marked.
create or replace function training_mark_participants() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id)
  select distinct c.organization_id, c.user_id from changed c
    join sessions s on s.organization_id = c.organization_id and s.id = c.session_id and s.starts_at <= now()
    join users u on u.id = c.user_id;
  return null;
end $$;
create or replace trigger training_mark_joined after insert on session_participants
  referencing new table as changed for each statement execute function training_mark_participants();
create or replace trigger training_mark_left after delete on session_participants
  referencing old table as changed for each statement execute function training_mark_participants();

create or replace function training_mark_user() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id) values (new.organization_id, new.user_id);
  return null;
end $$;
create or replace trigger training_mark_attendance after update of attended on session_participants for each row
  when (old.attended is distinct from new.attended) execute function training_mark_user();

create or replace function training_mark_session() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id)
  select p.organization_id, p.user_id from session_participants p
  where p.organization_id = old.organization_id and p.session_id = old.id;
  return old;
end $$;
create or replace trigger training_mark_changed_session after update of gym_id, starts_at, status, workout_type on sessions
  for each row when (least(old.starts_at, new.starts_at) <= now() and (old.gym_id, old.starts_at, old.status, old.workout_type)
    is distinct from (new.gym_id, new.starts_at, new.status, new.workout_type))
  execute function training_mark_session();
-- Before its participants go with it.
create or replace trigger training_mark_deleted_session before delete on sessions
  for each row when (old.starts_at <= now()) execute function training_mark_session();

create or replace function training_mark_access() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id) select distinct c.organization_id, c.user_id from changed c
    join users u on u.id = c.user_id;
  return null;
end $$;
create or replace trigger training_mark_access_given after insert on user_gyms
  referencing new table as changed for each statement execute function training_mark_access();
create or replace trigger training_mark_access_taken after delete on user_gyms
  referencing old table as changed for each statement execute function training_mark_access();

create or replace function training_mark_profile() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id) values (new.organization_id, new.id);
  return null;
end $$;
create or replace trigger training_mark_profile
  after update of preferred_times, favourite_workouts, usual_times_shown_to, level_and_goals_shown_to on users
  for each row when (new.organization_id is not null
    and (old.preferred_times, old.favourite_workouts, old.usual_times_shown_to, old.level_and_goals_shown_to)
      is distinct from (new.preferred_times, new.favourite_workouts, new.usual_times_shown_to, new.level_and_goals_shown_to))
  execute function training_mark_profile();

create or replace function training_mark_timezone() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id)
  select organization_id, user_id from user_gyms where organization_id = new.organization_id and gym_id = new.id;
  return null;
end $$;
create or replace trigger training_mark_timezone after update of timezone on gyms for each row
  when (old.timezone <> new.timezone) execute function training_mark_timezone();

-- How open a member is to being asked changes with each answer.
create or replace function training_mark_answer() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id) values (new.organization_id, new.receiver_id);
  return null;
end $$;
create or replace trigger training_mark_answer after update of status, declined_at on friend_requests for each row
  when ((old.status, old.declined_at) is distinct from (new.status, new.declined_at)) execute function training_mark_answer();

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

-- Tenants put jobs into the queue and see nothing of it.
drop function if exists enqueue_job(text, json, timestamptz, int, text);
create or replace function enqueue_job(
  identifier text, payload json, run_at timestamptz default null, max_attempts int default null, job_key text default null,
  queue_name text default null
) returns void language plpgsql security definer as $$
begin
  perform graphile_worker.add_job(identifier => enqueue_job.identifier, payload => enqueue_job.payload,
    run_at => enqueue_job.run_at, max_attempts => enqueue_job.max_attempts, job_key => enqueue_job.job_key,
    queue_name => enqueue_job.queue_name);
end $$;
grant execute on function enqueue_job to spotter_tenant;

-- A function that runs as the owner finds names in our own schema and nowhere else: neither the caller's search_path nor a
-- temporary table can replace one. Nobody calls these functions directly, except that tenants queue jobs and give up files.
-- The server calls this after the migrations (platform/db/migrate.ts), so it also holds for functions of later files.
create or replace function seal_functions() returns void language plpgsql as $$
declare
  unsealed regprocedure;
begin
  for unsealed in
    select oid from pg_proc
    where pronamespace = 'public'::regnamespace and (prosecdef or prorettype = 'trigger'::regtype)
      and (not prosecdef or proconfig is distinct from '{"search_path=pg_catalog, public, pg_temp"}'
        or has_function_privilege('public', oid, 'execute'))
  loop
    execute format('alter function %s security definer set search_path = pg_catalog, public, pg_temp', unsealed);
    execute format('revoke execute on function %s from public', unsealed);
  end loop;
end $$;
revoke execute on function seal_functions from public;
