import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { learnZones } from '#platform/db/zones.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
import type { SessionKey } from '../session-lock.repo.ts';
import { waitlistChanged } from '../taking/spots.events.ts';
import { offersExpired, spotsOffered } from './offers.events.ts';
import { nextOffer } from './offers.policy.ts';
import * as repo from './offers.repo.ts';

/**
 * Advances a session's waitlist: ends expired offers, and offers free spots to the next members as soon as the policy
 * allows. Call it after anything that frees or adds spots; it is idempotent. Announces changes, and returns whether
 * there were any.
 */
export async function offerFreedSpots(tx: Db, key: SessionKey): Promise<boolean> {
  const session = await repo.lockWaitlist(tx, key);
  if (session) await learnZones(tx, [session.timezone]);
  if (!session || session.waitlist_count + session.held_spots === 0) return false;
  const { now, starts_at: startsAt, timezone: zone, gym_id: gymId } = session;
  if (session.status !== 'active' || startsAt.getTime() <= now.getTime()) {
    await repo.expireWaitlist(tx, key);
    return false;
  }

  const late = await repo.expireOffers(tx, key, now);
  const free = session.free_spots + late.length;
  const { at, until } = nextOffer({ now, startsAt, zone });
  const mayOffer = at.getTime() === now.getTime();
  const { next, gone } = free > 0 && mayOffer ? await nextOnWaitlist(tx, key, free) : { next: [], gone: [] };
  if (gone.length > 0) await repo.expirePlaces(tx, key, gone);
  const { organizationId } = key;
  const offered = next.length > 0 ? await repo.offerSpots(tx, { organizationId, ids: next, now, until }) : [];

  const stillWaiting = session.waitlist_count - offered.length - gone.length;
  await scheduleNext(tx, key, free > offered.length && stillWaiting > 0 && !mayOffer ? at : null);
  const passedOn = offered.length + stillWaiting > 0;
  if (late.length > 0) offersExpired(tx, { ...key, userIds: late, passedOn });
  if (offered.length > 0) spotsOffered(tx, { ...key, gymId, zone, userIds: offered, until });
  const isChanged = late.length + gone.length + offered.length > 0;
  if (isChanged) waitlistChanged(tx, key);
  return isChanged;
}

/**
 * The first members on the waitlist. Removes members ahead of them who can no longer join: they lost access to the gym,
 * the session's or their own settings changed, or a block came between them and the host. Skips a member whose account
 * is being deleted.
 */
async function nextOnWaitlist(tx: Db, key: SessionKey, spots: number) {
  const next: string[] = [];
  const gone: string[] = [];
  for (const { id, can_come } of await repo.lockQueue(tx, key)) {
    if (next.length === spots) break;
    (can_come ? next : gone).push(id);
  }
  return { next, gone };
}

/** Schedules the next look at the waitlist: when an offer expires, or when the quiet hours end. */
async function scheduleNext(tx: Db, key: SessionKey, morning: Date | null): Promise<void> {
  const { organizationId, sessionId } = key;
  const runsOut = await repo.nextOfferEnd(tx, key);
  const moments = [morning, runsOut].flatMap((moment) => (moment ? [moment.getTime()] : []));
  if (moments.length === 0) return;
  const runAt = new Date(Math.min(...moments));
  const about = { organization_id: organizationId, session_id: sessionId };
  await enqueue(tx, advanceWaitlist, about, { runAt, key: `waitlist:${sessionId}` });
}

const moveOn = (db: Db, key: SessionKey) => inTransaction(db, async (tx) => void (await offerFreedSpots(tx, key)));

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
    for (const { due, ...waitlist } of await repo.dueWaitlists(db))
      if (due || nextOffer(waitlist).at.getTime() === waitlist.now.getTime())
        await moveOn(inside(waitlist), waitlist).catch((err) =>
          log.warn({ err }, 'a waitlist could not be moved on this time'),
        );
  },
});

export const advanceWaitlistsTimetable = { job: advanceWaitlists, match: '* * * * *' };
