import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { hasProvenAddressSql } from '#platform/logins/proven-address.ts';
import { isConcealed } from '../concealed.repo.ts';
import type { Delivery } from '../governor.policy.ts';

/** A delivery that is due; `id` is that of its notification. */
export type Due = Delivery & { id: string };
export type Member = { organizationId: string; userId: string };

const ofMine = 'd.organization_id = $organizationId and d.user_id = $userId';
const actorsSql = 'from notification_actors a where a.organization_id = $organizationId and a.notification_id = n.id';

/** Someone folded in since it last went out, and was not withdrawn. */
const hasNewsSql = `(d.sent_at is null or case when exists (select ${actorsSql})
  then exists (select ${actorsSql} and a.acted_at > d.sent_at) else n.happened_at > d.sent_at end)`;
const isMutedSql = `exists (select from conversation_members w where w.organization_id = $organizationId
  and w.conversation_id = n.conversation_id and w.user_id = $userId and w.muted_until > now())`;
/** A reminder of a session that has begun, and an offer that has ended. */
const isTooLateSql = `case n.kind when 'session_starts_soon' then s.starts_at <= now()
  when 'spot_freed' then n.data ? 'until_local' and not exists (select from session_waitlist w
    where w.organization_id = $organizationId and w.session_id = n.session_id and w.user_id = $userId
      and w.status = 'offered' and w.offer_expires_at > now())
  else false end`;
/** Mails of members in their own words go to nobody who hasn't answered a mail. */
const canReachSql = `case d.channel when 'email' then ${hasProvenAddressSql('u')} else true end
  and u.is_active and o.is_active`;

const deliveriesStatement = statement('due-deliveries', { organizationId: 'uuid', userId: 'uuid' })<Due>(
  `select n.id, d.channel, n.kind, d.waiting_since as since, d.sent_at as "sentAt", s.starts_at as "startsAt",
    coalesce((select p.enabled from notification_preferences p
      where p.user_id = u.id and p.kind = n.kind and p.channel = d.channel), d.channel = 'push') as "isOn",
    n.read_at is not null or not (${canReachSql}) or not ${hasNewsSql} or ${isMutedSql} or ${isConcealed()}
      or coalesce(${isTooLateSql}, true) as "isObsolete"
  from notification_deliveries d
    join notifications n on n.organization_id = d.organization_id and n.id = d.notification_id
    join users u on u.id = d.user_id
    join organizations o on o.id = d.organization_id
    left join sessions s on s.organization_id = n.organization_id and s.id = n.session_id
  where ${ofMine} and d.due_at <= now()
  order by n.happened_at, n.id
  for update of d skip locked`,
);

/**
 * What is due for a member, with the facts that the governor decides on. A row that is just being folded into is left to
 * the job of that transaction.
 */
export const lockDue = (tx: Db, member: Member): Promise<Due[]> => run(tx, deliveriesStatement, member);

const some = { organizationId: 'uuid', userId: 'uuid', channel: 'text', ids: 'uuid[]' } as const;
const setOf = `from unnest($ids) as given (id) where ${ofMine} and d.channel = $channel and d.notification_id = given.id`;

const deliveredStatement = statement('delivered', { ...some, sentAt: 'timestamptz?' })(
  `update notification_deliveries d set waiting_since = null, due_at = null, sent_at = coalesce($sentAt, d.sent_at) ${setOf}`,
);

type Some = Member & { channel: Due['channel']; ids: readonly string[] };

/** Nothing of these waits any longer; `sentAt` is null if they were not sent. */
export async function markDelivered(tx: Db, some: Some, sentAt: Date | null): Promise<void> {
  await run(tx, deliveredStatement, { ...some, sentAt });
}

const putOffStatement = statement('put-off-deliveries', { ...some, until: 'timestamptz' })(
  `update notification_deliveries d set due_at = $until ${setOf}`,
);

export async function putOff(tx: Db, some: Some, until: Date): Promise<void> {
  await run(tx, putOffStatement, { ...some, until });
}

const dueMembersStatement = statement(
  'members-with-due-deliveries',
  {},
)<Member>(
  `select distinct organization_id as "organizationId", user_id as "userId" from notification_deliveries
  where due_at <= now()`,
);

/** Everyone with something due, of all organizations. */
export const membersWithDue = (db: Db): Promise<Member[]> => run(db, dueMembersStatement, {});
