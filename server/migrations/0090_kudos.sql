-- Kudos after a session: from a member who came, to all the others who came.
alter table session_participants add column kudos_at timestamptz;

alter domain notification_kind drop constraint notification_kind_check;
alter domain notification_kind add constraint notification_kind_check check (value in (
  'friend_request', 'friend_accepted', 'session_invite', 'session_joined', 'session_left', 'session_changed',
  'session_cancelled', 'session_starts_soon', 'spot_freed', 'proposal', 'proposal_answered', 'session_message',
  'message', 'announcement', 'friend_away', 'kudos', 'warning'));
