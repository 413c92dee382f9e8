import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { learnZones } from '#platform/db/zones.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
import { notMeantForReasonSql } from '../sessions.read.ts';
import { offersExpired, spotsOffered, waitlistChanged } from '../spots/spots.events.ts';
import { sessionVisibleTo } from '../visibility.ts';
import { nextOffer } from './waitlist.policy.ts';

type Known = { organizationId: string; sessionId: string };
type Closing = 'expired' | 'offered';

/**
 * Advances a session's waitlist: ends expired offers, and offers free spots to the next members as soon as the policy
 * allows. Call it after anything that frees or adds spots; it is idempotent. Announces changes, and returns whether
 * there were any.
 */
export async function offerFreedSpots(tx: Db, known: Known): Promise<boolean> {
  const session = await lockWaitlist(tx, known);
  if (!session || session.waitlist_count + session.held_spots === 0) return false;
  const { now, starts_at: startsAt, timezone: zone, gym_id: gymId } = session;
  if (session.status !== 'active' || startsAt.getTime() <= now.getTime()) {
    await answer(tx, known, 'expired', sql`status in ('waiting', 'offered')`);
    return false;
  }

  const ranOut = await answer(tx, known, 'expired', sql`status = 'offered' and offer_expires_at <= ${now}`);
  const free = session.max_participants - session.current_participants - session.held_spots + ranOut.length;
  const { at, until } = nextOffer({ now, startsAt, zone });
  const mayOffer = at.getTime() === now.getTime();
  const { next, gone } = free > 0 && mayOffer ? await nextOnWaitlist(tx, known, free) : { next: [], gone: [] };
  if (gone.length > 0) await answer(tx, known, 'expired', sql`id = any(${gone}::uuid[])`);
  const offered = next.length > 0 ? await offer(tx, known, next, { now, until }) : [];

  const stillWaiting = session.waitlist_count - offered.length - gone.length;
  await scheduleNext(tx, known, free > offered.length && stillWaiting > 0 && !mayOffer ? at : null);
  const late = ranOut.map(({ user_id }) => user_id);
  const passedOn = offered.length + stillWaiting > 0;
  if (late.length > 0) offersExpired(tx, { ...known, userIds: late, passedOn });
  if (offered.length > 0) spotsOffered(tx, { ...known, gymId, zone, userIds: offered, until });
  const isChanged = late.length + gone.length + offered.length > 0;
  if (isChanged) waitlistChanged(tx, known);
  return isChanged;
}

/** Locks the session's row before its waitlist is read or changed. */
async function lockWaitlist(tx: Db, { organizationId, sessionId }: Known) {
  const { rows } = await sql<{
    status: string;
    starts_at: Date;
    max_participants: number;
    current_participants: number;
    held_spots: number;
    waitlist_count: number;
    gym_id: string;
    timezone: string;
    now: Date;
  }>`
    select s.status, s.starts_at, s.max_participants, s.current_participants, s.held_spots, s.waitlist_count, s.gym_id,
      g.timezone, now() as now
    from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    where s.organization_id = ${organizationId} and s.id = ${sessionId} for no key update of s`.execute(tx);
  if (rows[0]) await learnZones(tx, [rows[0].timezone]);
  return rows[0];
}

async function answer(tx: Db, { organizationId, sessionId }: Known, status: Closing, which: ReturnType<typeof sql>) {
  const { rows } = await sql<{ user_id: string }>`
    update session_waitlist set status = ${status}, answered_at = now()
    where organization_id = ${organizationId} and session_id = ${sessionId} and ${which} returning user_id`.execute(tx);
  return rows;
}

const queueStatement = statement('waitlist-queue', { organizationId: 'uuid', sessionId: 'uuid' })<{
  id: string;
  can_come: boolean;
}>(
  `select w.id, reader.is_active and (${notMeantForReasonSql}) is null and ${sessionVisibleTo('reader')} as can_come
  from session_waitlist w join sessions s on s.organization_id = w.organization_id and s.id = w.session_id
    join users reader on reader.id = w.user_id
  where w.organization_id = $organizationId and w.session_id = $sessionId and w.status = 'waiting'
  order by w.queued_at, w.id for update of w skip locked`,
);

/**
 * The first members on the waitlist. Removes members ahead of them who can no longer join: they lost access to the gym,
 * the session's or their own settings changed, or a block came between them and the host. Skips a member whose account
 * is being deleted.
 */
async function nextOnWaitlist(tx: Db, known: Known, spots: number) {
  const rows = await run(tx, queueStatement, known);
  const next: string[] = [];
  const gone: string[] = [];
  for (const { id, can_come } of rows) {
    if (next.length === spots) break;
    (can_come ? next : gone).push(id);
  }
  return { next, gone };
}

async function offer(tx: Db, { organizationId }: Known, ids: string[], { now, until }: { now: Date; until: Date }) {
  const offered = await tx
    .updateTable('session_waitlist')
    .set({ status: 'offered', offered_at: now, offer_expires_at: until })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .returning('user_id')
    .execute();
  return offered.map(({ user_id }) => user_id);
}

/** Schedules the next look at the waitlist: when an offer expires, or when the quiet hours end. */
async function scheduleNext(tx: Db, { organizationId, sessionId }: Known, morning: Date | null): Promise<void> {
  const { runs_out } = await tx
    .selectFrom('session_waitlist')
    .select(({ fn }) => fn.min('offer_expires_at').as('runs_out'))
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('status', '=', 'offered')
    .executeTakeFirstOrThrow();
  const moments = [morning, runs_out].flatMap((moment) => (moment ? [moment.getTime()] : []));
  if (moments.length === 0) return;
  const runAt = new Date(Math.min(...moments));
  const about = { organization_id: organizationId, session_id: sessionId };
  await enqueue(tx, advanceWaitlist, about, { runAt, key: `waitlist:${sessionId}` });
}

const moveOn = (db: Db, known: Known) => inTransaction(db, async (tx) => void (await offerFreedSpots(tx, known)));

/** Runs when an offer expires or the quiet hours end. */
export const advanceWaitlist = defineJob({
  name: 'move_waitlist',
  payload: z.object({ organization_id: z.uuid(), session_id: z.uuid() }),
  run: ({ inside }, { organization_id: organizationId, session_id: sessionId }) =>
    moveOn(inside({ organizationId }), { organizationId, sessionId }),
});

/** Checks every waitlist each minute, for deleted accounts, started sessions and lost jobs. */
export const advanceWaitlists = defineJob({
  name: 'move_waitlists',
  payload: z.object({}),
  async run({ db, inside, log }) {
    const { rows } = await sql<Known & { startsAt: Date; zone: string; now: Date; due: boolean }>`
      select s.organization_id as "organizationId", s.id as "sessionId", s.starts_at as "startsAt", g.timezone as zone,
        now() as now, s.starts_at <= now() or s.status <> 'active' as due
      from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
      where s.waitlist_count > 0 and (s.starts_at <= now() or s.status <> 'active'
        or s.current_participants + s.held_spots < s.max_participants)
      union
      select s.organization_id, s.id, s.starts_at, '', now(), true
      from session_waitlist w join sessions s on s.organization_id = w.organization_id and s.id = w.session_id
      where w.status = 'offered' and w.offer_expires_at <= now()`.execute(db);
    for (const { due, ...line } of rows)
      if (due || nextOffer(line).at.getTime() === line.now.getTime())
        await moveOn(inside(line), line).catch((err) =>
          log.warn({ err }, 'a waitlist could not be moved on this time'),
        );
  },
});

export const advanceWaitlistsTimetable = { job: advanceWaitlists, match: '* * * * *' };
