/** The kinds that members switch on or off, by channel. */
export const switchableKinds = [
  'friend_request',
  'friend_accepted',
  'session_invite',
  'session_joined',
  'session_left',
  'session_changed',
  'session_cancelled',
  'session_starts_soon',
  'spot_freed',
  'proposal',
  'proposal_answered',
  'session_message',
  'message',
  'announcement',
  'friend_away',
  'kudos',
] as const;
/** All kinds. A warning from the gym's admins can't be switched off. */
export const notificationKinds = [...switchableKinds, 'warning'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationChannels = ['in_app', 'push', 'email'] as const;
