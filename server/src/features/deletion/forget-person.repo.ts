import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/** Returns what was stored under the account's address and picture. */
export const deletePerson = (tx: Db, userId: string) =>
  tx.deleteFrom('users').where('id', '=', userId).returning(['email', 'avatar_key']).executeTakeFirstOrThrow();

const logStatement = statement('forget-in-log', { userId: 'uuid', organizationId: 'uuid?' })(
  `update audit_log set target_name = null, edits = null where target_id = $userId
    and organization_id is not distinct from $organizationId and (target_name is not null or edits is not null)`,
);

/** The log keeps what happened, without the name. */
export async function forgetInLog(tx: Db, person: { userId: string; organizationId: string | null }): Promise<void> {
  await run(tx, logStatement, { userId: person.userId, organizationId: person.organizationId });
}

export type Member = { userId: string; organizationId: string };
const memberValues = { userId: 'uuid', organizationId: 'uuid' } as const;

const notificationsStatement = statement(
  'forget-in-notifications',
  memberValues,
)(
  `with gone as (
    delete from notification_actors where organization_id = $organizationId and user_id = $userId
    returning notification_id
  )
  update notifications n set former_actors = n.former_actors + 1,
    data = case when n.kind = 'session_cancelled' then n.data - 'reason' else n.data end
  from gone where n.organization_id = $organizationId and n.id = gone.notification_id
    and not ${blockedBetween('n.user_id', '$userId')}`,
);

/**
 * Notifications keep their text and count the person as a former member, except for readers across a block: what is
 * hidden from them must not come back. A reason was typed by the person.
 */
export async function forgetInNotifications(tx: Db, { userId, organizationId }: Member): Promise<void> {
  await run(tx, notificationsStatement, { userId, organizationId });
}

const keepStatement = statement(
  'keep-notifications-of-lone-sessions',
  memberValues,
)(
  `update notifications n set session_id = null, data = n.data || session_keepsake(s.organization_id, s.id)
  from sessions s
  where s.organization_id = $organizationId and s.creator_id = $userId
    and not exists (select from session_participants p
      where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id <> $userId)
    and n.organization_id = s.organization_id and n.session_id = s.id and n.user_id <> $userId`,
);

/** Sessions that nobody else is in go with their host; notifications about them stay. */
export async function keepNotificationsOfLoneSessions(tx: Db, { userId, organizationId }: Member): Promise<void> {
  await run(tx, keepStatement, { userId, organizationId });
}

const chatStatements = [
  statement(
    'forget-group-names',
    memberValues,
  )(
    `update conversations set name = 'Group chat'
    where organization_id = $organizationId and name_by = $userId and kind = 'group'`,
  ),
  statement(
    'forget-group-pictures',
    memberValues,
  )(`update conversations set picture_key = null where organization_id = $organizationId and picture_by = $userId`),
  statement(
    'forget-actor-in-messages',
    memberValues,
  )(
    `update messages set details = details - array['actor_id', 'name']
    where organization_id = $organizationId and kind = 'system' and details ->> 'actor_id' = $userId::text`,
  ),
  statement(
    'forget-members-in-messages',
    memberValues,
  )(
    `update messages set details = jsonb_set(details, '{user_ids}', (details -> 'user_ids') - $userId::text)
    where organization_id = $organizationId and kind = 'system' and details -> 'user_ids' ? $userId::text`,
  ),
];

/** The names and pictures they gave to groups, and themselves in what a chat says about its members. */
export async function forgetInChats(tx: Db, { userId, organizationId }: Member): Promise<void> {
  for (const one of chatStatements) await run(tx, one, { userId, organizationId });
}

const announcementsStatement = statement(
  'cancel-announcements-of',
  memberValues,
)(
  `update announcements set status = 'cancelled'
  where organization_id = $organizationId and author_id = $userId and status = 'scheduled'`,
);

/** Without its author nobody answers for it. */
export async function cancelAnnouncements(tx: Db, { userId, organizationId }: Member): Promise<void> {
  await run(tx, announcementsStatement, { userId, organizationId });
}

const notesStatement = statement(
  'forget-report-notes',
  memberValues,
)(`update reports set note = '' where organization_id = $organizationId and reporter_id = $userId`);
const contextStatement = statement(
  'forget-in-report-context',
  memberValues,
)(
  `update reports set snapshot = jsonb_set(snapshot, '{context}', coalesce((
    select jsonb_agg(line) from jsonb_array_elements(snapshot -> 'context') line where line ->> 'sender_id' <> $userId::text), '[]'))
  where organization_id = $organizationId
    and snapshot -> 'context' @> jsonb_build_array(jsonb_build_object('sender_id', $userId::text))`,
);

/** A reporter takes their words along; the lines of others around a reported message lose the person's. */
export async function forgetInReports(tx: Db, { userId, organizationId }: Member): Promise<void> {
  await run(tx, notesStatement, { userId, organizationId });
  await run(tx, contextStatement, { userId, organizationId });
}

const wordedStatement = statement(
  'sessions-worded-by',
  memberValues,
)<{ id: string }>(
  `select id from sessions where organization_id = $organizationId
    and $userId in (title_by, description_by, cancel_reason_by)`,
);

/** The sessions with texts of theirs. */
export async function readSessionsWordedBy(tx: Db, { userId, organizationId }: Member): Promise<string[]> {
  const rows = await run(tx, wordedStatement, { userId, organizationId });
  return rows.map(({ id }) => id);
}

const keysStatement = statement('forget-idempotency-keys', { userId: 'text' })(
  `delete from idempotency_keys where actor = $userId or actor like $userId || ':%'`,
);
const limitsStatement = statement('forget-rate-limits', { userId: 'text', email: 'text' })(
  `delete from rate_limits where position($userId in bucket) > 0 or position(lower($email) in lower(bucket)) > 0`,
);
const addressStatements = [
  statement('forget-mails-to', { email: 'text' })('delete from mails where lower(to_address) = lower($email)'),
  statement('forget-mailed-codes', { email: 'text' })(
    'update invite_codes set mailed_to = null where lower(mailed_to) = lower($email)',
  ),
  statement('forget-jobs-for', { email: 'text' })(
    `select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs where lower(payload ->> 'email') = lower($email)))`,
  ),
  // A nomination is the user's own text, and the operator's mail quotes all of it.
  statement('forget-nominations-of', { email: 'text' })(
    `with gone as (delete from nominations where lower(nominator_email) = lower($email) returning id)
    delete from mails m using gone where m.dedupe_key like 'nomination:' || gone.id || ':%'`,
  ),
];

/** Data stored under a mail address or an id without a foreign key. */
export async function forgetAddress(tx: Db, userId: string, email: string): Promise<void> {
  await run(tx, keysStatement, { userId });
  await run(tx, limitsStatement, { userId, email });
  for (const one of addressStatements) await run(tx, one, { email });
}

const unsentStatement = statement('forget-unsent-mails-about', { userId: 'uuid' })(
  'delete from mails where about_ids @> array[$userId] and sent_at is null',
);
const sentStatement = statement('forget-in-sent-mails', { userId: 'uuid' })(
  `update mails set subject = 'About a former member', text = '', html = '', dedupe_key = null,
    about_ids = array_remove(about_ids, $userId)
  where about_ids @> array[$userId]`,
);

/** An unsent mail to another member is dropped; of a sent one only the fact is kept. */
export async function forgetInMails(tx: Db, userId: string): Promise<void> {
  await run(tx, unsentStatement, { userId });
  await run(tx, sentStatement, { userId });
}
