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
