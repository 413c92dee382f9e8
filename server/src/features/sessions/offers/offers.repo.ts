import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { SessionKey } from '../session-lock.repo.ts';
import { freeSpotsSql, notMeantForReasonSql } from '../sessions.read.ts';
import { sessionVisibleTo } from '../visibility.repo.ts';

const keyValues = { organizationId: 'uuid', sessionId: 'uuid' } as const;

type Waitlist = {
  status: string;
  starts_at: Date;
  free_spots: number;
  held_spots: number;
  waitlist_count: number;
  gym_id: string;
  timezone: string;
  now: Date;
};

const lockStatement = statement(
  'lock-waitlist',
  keyValues,
)<Waitlist>(
  `select s.status, s.starts_at, ${freeSpotsSql} as free_spots, s.held_spots, s.waitlist_count, s.gym_id,
    g.timezone, now() as now
  from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    join organizations o on o.id = s.organization_id and o.is_active
  where s.organization_id = $organizationId and s.id = $sessionId for no key update of s`,
);

/**
 * Locks the session's row before its waitlist is read or changed. While the organization is switched off, the waitlist
 * stands still: nobody could answer an offer.
 */
export async function lockWaitlist(tx: Db, key: SessionKey): Promise<Waitlist | undefined> {
  const [session] = await run(tx, lockStatement, key);
  return session;
}

const expired = (which: string) => `update session_waitlist set status = 'expired', answered_at = now()
  where organization_id = $organizationId and session_id = $sessionId and ${which} returning user_id`;
const expireAllStatement = statement(
  'expire-waitlist',
  keyValues,
)<{ user_id: string }>(expired(`status in ('waiting', 'offered')`));
const expireOffersStatement = statement('expire-offers', { ...keyValues, now: 'timestamptz' })<{ user_id: string }>(
  expired(`status = 'offered' and offer_expires_at <= $now`),
);
const expireSomeStatement = statement('expire-waiting', { ...keyValues, ids: 'uuid[]' })(expired('id = any($ids)'));

/** Ends a whole waitlist, and returns its members. */
export async function expireWaitlist(tx: Db, key: SessionKey): Promise<string[]> {
  return (await run(tx, expireAllStatement, key)).map(({ user_id }) => user_id);
}

/** Ends the offers that ran out, and returns their members. */
export async function expireOffers(tx: Db, key: SessionKey, now: Date): Promise<string[]> {
  return (await run(tx, expireOffersStatement, { ...key, now })).map(({ user_id }) => user_id);
}

export async function expirePlaces(tx: Db, key: SessionKey, ids: readonly string[]): Promise<void> {
  await run(tx, expireSomeStatement, { ...key, ids });
}

const queueStatement = statement(
  'waitlist-queue',
  keyValues,
)<{ id: string; can_come: boolean }>(
  `select w.id, reader.is_active and (${notMeantForReasonSql}) is null and ${sessionVisibleTo('reader')} as can_come
  from session_waitlist w join sessions s on s.organization_id = w.organization_id and s.id = w.session_id
    join users reader on reader.id = w.user_id
  where w.organization_id = $organizationId and w.session_id = $sessionId and w.status = 'waiting'
  order by w.queued_at, w.id for update of w skip locked`,
);

/** The waiting members in their order, and whether each can still join. Skips one whose account is being deleted. */
export const lockQueue = (tx: Db, key: SessionKey) => run(tx, queueStatement, key);

type Offer = { organizationId: string; ids: readonly string[]; now: Date; until: Date };

/** Returns the members who now have an offer. */
export async function offerSpots(tx: Db, { organizationId, ids, now, until }: Offer): Promise<string[]> {
  const offered = await tx
    .updateTable('session_waitlist')
    .set({ status: 'offered', offered_at: now, offer_expires_at: until })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .returning('user_id')
    .execute();
  return offered.map(({ user_id }) => user_id);
}

const runsOutStatement = statement(
  'next-offer-end',
  keyValues,
)<{ runsOut: Date | null }>(
  `select min(offer_expires_at) as "runsOut" from session_waitlist
  where organization_id = $organizationId and session_id = $sessionId and status = 'offered'`,
);

/** When the first of the open offers ends; null without one. */
export async function nextOfferEnd(tx: Db, key: SessionKey): Promise<Date | null> {
  const [row] = await run(tx, runsOutStatement, key);
  return row!.runsOut;
}

type Due = SessionKey & { startsAt: Date; zone: string; now: Date; due: boolean };

const dueStatement = statement(
  'due-waitlists',
  {},
)<Due>(
  `select s.organization_id as "organizationId", s.id as "sessionId", s.starts_at as "startsAt", g.timezone as zone,
    now() as now, s.starts_at <= now() or s.status <> 'active' as due
  from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    join organizations o on o.id = s.organization_id and o.is_active
  where s.waitlist_count > 0 and (s.starts_at <= now() or s.status <> 'active' or ${freeSpotsSql} > 0)
  union
  select s.organization_id, s.id, s.starts_at, '', now(), true
  from session_waitlist w join sessions s on s.organization_id = w.organization_id and s.id = w.session_id
    join organizations o on o.id = w.organization_id and o.is_active
  where w.status = 'offered' and w.offer_expires_at <= now()`,
);

/** The waitlists of all organizations that may have something to do; `due` when they do in any case. */
export const dueWaitlists = (db: Db): Promise<Due[]> => run(db, dueStatement, {});
