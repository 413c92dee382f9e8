import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';

/*
 * A block hides two members from each other. Every statement that names members, or decides who is told something, uses
 * these fragments.
 */

/**
 * SQL for whether a block b is between two people. Nobody blocks themselves, so this names two rows of the index; with
 * `or` PostgreSQL may read all blocks of the organization.
 */
export const isBetween = (one: string, other: string) =>
  `b.blocker_id in (${one}, ${other}) and b.blocked_id in (${one}, ${other})`;

/** SQL for whether one of two people has blocked the other; false when one of them is null. */
export const blockedBetween = (one: string, other: string, organization = '$organizationId') => `exists (
  select from blocks b where b.organization_id = ${organization} and ${isBetween(one, other)})`;

/** SQL that selects the ids of everybody hidden from one of these people, some of them twice. */
export const hiddenFrom = (people: readonly string[], organization = '$organizationId') => `
  select b.blocked_id from blocks b where b.organization_id = ${organization} and b.blocker_id in (${people.join(', ')})
  union all select b.blocker_id from blocks b where b.organization_id = ${organization} and b.blocked_id in (${people.join(', ')})`;

/** For statements about many members: finds everyone hidden from the reader once, for `isHidden`. */
export const hiddenCte = `hidden as materialized (select array(${hiddenFrom(['$userId'])}) as ids)`;
export const isHidden = (person: string) => `(${person} = any((select ids from hidden)::uuid[]))`;

const pairStatement = statement('blocked-between', { organizationId: 'uuid', one: 'uuid', other: 'uuid' })<{
  blocked: boolean;
}>(`select ${blockedBetween('$one', '$other')} as blocked`);

/** Whether one of two people has blocked the other, as the transaction sees it. */
export async function areBlocked(tx: Db, pair: { organizationId: string; one: string; other: string }) {
  const [row] = await run(tx, pairStatement, pair);
  return row!.blocked;
}

const lockStatement = statement('lock-pair', { userId: 'uuid', otherId: 'uuid' })(
  'select lock_pair($userId, $otherId)',
);

/** Serializes changes between two people until the commit. Lock several pairs in the order of the others' ids. */
export const lockPair = (tx: Db, { userId, otherId }: { userId: string; otherId: string }): void =>
  send(tx, lockStatement, { userId, otherId });
