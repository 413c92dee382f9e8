-- Announcements are scheduled, and sent in parts.
alter table announcements
  add status text not null default 'sent' check (status in ('scheduled', 'sending', 'sent', 'cancelled')),
  add send_at timestamptz not null default now(),
  add sent_at timestamptz,
  add recipients int not null default 0 check (recipients >= 0),
  -- members are told in the order of their ids: this one was told last
  add told_until uuid,
  add version int not null default 1;
update announcements a set send_at = created_at, sent_at = created_at, recipients = (select count(*) from notifications n
  where n.organization_id = a.organization_id and n.announcement_id = a.id);
alter table announcements add check ((status = 'sent') = (sent_at is not null));
drop index announcements_newest;
create index announcements_by_time on announcements (organization_id, send_at desc, id desc);
create index announcements_due on announcements (send_at) where status in ('scheduled', 'sending');

-- Each member is told once. The second index counts who has read it.
drop index notifications_by_announcement;
create unique index notifications_one_per_announcement on notifications (organization_id, announcement_id, user_id)
  where announcement_id is not null;
create index notifications_read_announcements on notifications (organization_id, announcement_id)
  where announcement_id is not null and read_at is not null;

-- A warning from the gym's admins, which can't be switched off.
alter domain notification_kind drop constraint notification_kind_check;
alter domain notification_kind add constraint notification_kind_check check (value in (
  'friend_request', 'friend_accepted', 'session_invite', 'session_joined', 'session_left', 'session_changed',
  'session_cancelled', 'session_starts_soon', 'spot_freed', 'proposal', 'proposal_answered', 'session_message',
  'message', 'announcement', 'friend_away', 'warning'));
alter table notification_preferences add check (kind <> 'warning');

-- Who closed a report, and what was done about it.
alter table reports
  add closed_by uuid references users on delete set null,
  add actions text[] not null default '{}' check (actions <@ array['warn', 'remove', 'suspend']);
create index reports_by_closer on reports (closed_by) where closed_by is not null;

-- An account that is switched off until then, and switched on again by itself.
alter table users add suspended_until timestamptz;
create function users_end_suspension() returns trigger language plpgsql as $$
begin
  new.suspended_until := null;
  return new;
end $$;
create trigger users_end_suspension before insert or update on users
  for each row when (new.is_active and new.suspended_until is not null) execute function users_end_suspension();
create index users_suspended on users (suspended_until) where suspended_until is not null;
