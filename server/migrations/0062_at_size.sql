-- Deleting a member or a session looks for their rows by these columns alone, and a partial index is no help: it went
-- through all notifications of all organizations for each member.
drop index notifications_newest;
create index notifications_newest on notifications (organization_id, user_id, happened_at desc, id desc);
create index calendar_feeds_by_user on calendar_feeds (user_id);
create index demo_sessions_by_user on demo_sessions (organization_id, user_id);
create index session_waitlist_by_session on session_waitlist (organization_id, session_id);

-- Whose words a session has: nearly always its creator's, so these indexes stay small. Looking for a deleted member's words
-- went through all sessions of the organization.
create index sessions_titled_by_another on sessions (organization_id, title_by) where title_by <> creator_id;
create index sessions_described_by_another on sessions (organization_id, description_by) where description_by <> creator_id;
create index sessions_cancelled_by_another on sessions (organization_id, cancel_reason_by) where cancel_reason_by <> creator_id;

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

-- Who has read an announcement is counted once: `reads` are those until `reads_until`, later ones are added when it is shown.
alter table announcements
  add reads int not null default 0 check (reads >= 0),
  add reads_until timestamptz not null default '-infinity';
drop index notifications_read_announcements;
create index notifications_read_announcements on notifications (organization_id, announcement_id, read_at)
  where announcement_id is not null and read_at is not null;

-- Counting the audit log, in a small index.
create index audit_log_by_action on audit_log (organization_id, action) where target_type <> 'request';
create index audit_log_calls on audit_log (organization_id, created_at) where target_type = 'request';
