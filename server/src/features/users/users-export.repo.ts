import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { hiddenFrom } from './blocks.repo.ts';

/** A table's rows about one person, without secrets and without other people's texts. */
type Part = { rows: string; leaveOut?: string[] };

const owned = (table: string, column = 'user_id', leaveOut: string[] = []): Part => ({
  rows: `select t.* from ${table} t where t.${column} = $userId`,
  leaveOut,
});

/**
 * Where the database stores data about a person, by its name in the export. A test compares this list with the foreign
 * keys to `users`, so that a new table cannot be forgotten.
 */
export const exportedParts: Record<string, Part> = {
  users: owned('users', 'id', ['password_hash', 'setup_code_hash', 'setup_code_expires_at']),
  user_gyms: owned('user_gyms'),
  logins: owned('logins'),
  social_identities: owned('social_identities'),
  user_preferences: owned('user_preferences'),
  notification_preferences: owned('notification_preferences'),
  notification_settings: owned('notification_settings'),
  push_subscriptions: owned('push_subscriptions', 'user_id', ['p256dh', 'auth']),
  calendar_feeds: owned('calendar_feeds', 'user_id', ['token_hash']),
  // Whether a request was declined is the receiver's secret, and a repeat after that never reached them.
  friend_requests: {
    rows: `select t.id, t.organization_id, t.sender_id, t.receiver_id, t.status, t.created_at, t.answered_at,
        case when t.sender_id = $userId then t.message end as message,
        case when t.receiver_id = $userId then t.declined_at end as declined_at
      from friend_requests t where $userId = t.sender_id
        or $userId = t.receiver_id and coalesce(t.declined_at >= t.created_at, true)`,
  },
  friendships: { rows: 'select t.* from friendships t where t.user_low_id = $userId or t.user_high_id = $userId' },
  blocks: owned('blocks', 'blocker_id'),
  reports: owned('reports', 'reporter_id', ['snapshot', 'gym_ids', 'closed_by', 'actions']),
  friend_suggestions: owned('friend_suggestions', 'user_id', ['suggested_id']),
  invite_code_uses: owned('invite_code_uses'),
  referrals: { rows: 'select t.* from referrals t where t.user_id = $userId or t.referrer_id = $userId' },
  sessions: owned('sessions', 'creator_id', ['share_token']),
  session_series: owned('session_series', 'creator_id'),
  session_series_members: owned('session_series_members'),
  session_participants: owned('session_participants'),
  session_waitlist: owned('session_waitlist'),
  session_invites: { rows: 'select t.* from session_invites t where t.user_id = $userId or t.invited_by = $userId' },
  session_proposals: owned('session_proposals', 'proposer_id'),
  session_messages: owned('session_messages', 'sender_id', ['client_nonce']),
  session_reminders: owned('session_reminders'),
  // Whether a request was declined is the receiver's secret; a group's name and picture belong to who chose them.
  conversations: {
    rows: `select t.id, t.organization_id, t.kind, t.created_by, t.created_at, t.user_low_id, t.user_high_id, t.requested_by,
        case when t.name_by = $userId then t.name end as name, t.picture_by = $userId as chose_picture
      from conversations t where $userId in (t.user_low_id, t.user_high_id, t.created_by, t.name_by, t.picture_by)
      order by t.id`,
  },
  group_links: owned('group_links', 'created_by', ['token']),
  conversation_members: owned('conversation_members'),
  messages: owned('messages', 'sender_id', ['client_nonce', 'photo_key']),
  message_reactions: owned('message_reactions'),
  poll_votes: owned('poll_votes'),
  pinned_messages: owned('pinned_messages', 'pinned_by'),
  notifications: owned('notifications'),
  notification_deliveries: owned('notification_deliveries'),
  // What staff wrote about a member is the member's data; who wrote it is the author's.
  staff_notes: owned('staff_notes', 'user_id', ['author_id']),
  setup_invitations: owned('setup_invitations'),
  imported_users: owned('imported_users'),
  member_risks: owned('member_risks'),
  member_risk_names: owned('member_risk_names'),
  training_facts: owned('training_facts'),
  // Whom an admin asked is the friend's business.
  member_remedies: owned('member_remedies', 'user_id', ['friend_id', 'actor_id']),
  member_risk_dismissals: owned('member_risk_dismissals', 'user_id', ['dismissed_by']),
  weekly_mails: owned('weekly_mails'),
  // A mail's text may contain a code or a link, and an audit entry may be about others.
  mails: {
    rows: 'select t.* from mails t join users u on lower(u.email) = lower(t.to_address) where u.id = $userId',
    leaveOut: ['subject', 'text', 'html', 'dedupe_key', 'last_error'],
  },
  audit_log: owned('audit_log', 'actor_id', ['target_name', 'data', 'edits', 'request_id']),
};

/** A row without the values that name a member on the other side of a block, in lists and keys too: they don't exist for each other. */
const withoutHidden = (row: string) => `case when (select ids from hidden) = '{}' then ${row} else (
  select jsonb_object_agg(key, case when exists (
    select from unnest((select ids from hidden)) one where position(one::text in value::text) > 0) then 'null' else value end)
  from jsonb_each(${row})) end`;

const parts = Object.entries(exportedParts).map(([name, { rows, leaveOut = [] }], place) => {
  const without = leaveOut.length > 0 ? ` - array[${leaveOut.map((column) => `'${column}'`).join(', ')}]` : '';
  const row = `to_jsonb(r)${without}`;
  // Whom a member has blocked they know themselves.
  const shown = name === 'blocks' ? row : withoutHidden(row);
  return `select ${place} as place, '${name}' as name, (${shown})::text as row from (${rows}) r`;
});
const exportStatement = statement('export', { userId: 'uuid' })<{ name: string; row: string }>(
  `with hidden as materialized (
    select array(${hiddenFrom(['$userId'], '(select organization_id from users where id = $userId)')}) as ids)
  select name, row from (${parts.join(' union all ')}) part order by place`,
);

/** Everything Spotter stores about one person, in one snapshot, row by row in the order of the parts. */
export const readExport = (db: Db, userId: string) => run(db, exportStatement, { userId });
