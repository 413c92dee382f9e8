import { minutesBetweenPushes, mostPushesADay } from '@spotter/contract/notification-delivery.ts';
import type { NotificationKind } from '@spotter/contract/notification-kinds.ts';
import { addDays, dayAt, minutesOf, startOfDay, wallAt } from '@spotter/contract/wall-clock.ts';

/*
 * The governor: what goes out as a push or a mail, and when. Pure, with the moment passed in. In the app a notification
 * shows at once, if its kind is switched on there.
 */

/** How a member wants to be reached, by their own clock. */
export type Rhythm = { zone: string; quiet: { from: string; until: string } | null; digestAt: string };

/** What a channel has still to deliver. */
export type Delivery = {
  channel: 'push' | 'email';
  kind: NotificationKind;
  /** The member's switch for this kind and channel. */
  isOn: boolean;
  /** Nothing is left to say: read, withdrawn, muted, across a block, or too late. */
  isObsolete: boolean;
  since: Date;
  /** When the same notification last went out on this channel. */
  sentAt: Date | null;
  /** The start of the session it is about. */
  startsAt: Date | null;
};

type Decision = { act: 'drop' } | { act: 'send'; alone: boolean } | { act: 'wait'; until: Date };

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DAY_MINUTES = 24 * 60;

const isReminder = ({ kind }: Delivery) => kind === 'session_starts_soon';

/** Decides one delivery at one moment. `pushes`: how many the member got today. */
export function decide(delivery: Delivery, rhythm: Rhythm, pushes: number, now: Date): Decision {
  if (!delivery.isOn || delivery.isObsolete) return { act: 'drop' };
  if (isReminder(delivery)) return { act: 'send', alone: true };
  return delivery.channel === 'push' ? decidePush(delivery, rhythm, pushes, now) : decideMail(delivery, rhythm, now);
}

function decidePush({ sentAt }: Delivery, rhythm: Rhythm, pushes: number, now: Date): Decision {
  const morning = endOfQuiet(rhythm, now);
  if (morning) return { act: 'wait', until: morning };
  if (pushes >= mostPushesADay) return { act: 'wait', until: nextMorning(rhythm, now) };
  const again = sentAt ? new Date(sentAt.getTime() + minutesBetweenPushes * MINUTE) : now;
  return again > now ? { act: 'wait', until: again } : { act: 'send', alone: false };
}

/** Kinds that are useless after the session has begun. */
const urgentKinds: readonly NotificationKind[] = ['session_cancelled', 'session_changed', 'spot_freed'];

function decideMail({ kind, since, startsAt }: Delivery, rhythm: Rhythm, now: Date): Decision {
  const digest = nextDigest(rhythm, since);
  const isTooLateThen = startsAt !== null && startsAt > now && startsAt <= digest;
  if (urgentKinds.includes(kind) && isTooLateThen) return { act: 'send', alone: true };
  return digest > now ? { act: 'wait', until: digest } : { act: 'send', alone: false };
}

export type Plan<D> = {
  /** One push each; several things in one are folded. */
  pushes: D[][];
  mails: D[][];
  dropped: D[];
  waiting: { delivery: D; until: Date }[];
};

/** Decides everything a member has waiting, and folds what goes out at the same moment. */
export function planDeliveries<D extends Delivery>(
  deliveries: readonly D[],
  rhythm: Rhythm,
  pushes: number,
  now: Date,
): Plan<D> {
  const plan: Plan<D> = { pushes: [], mails: [], dropped: [], waiting: [] };
  const together: Record<Delivery['channel'], D[]> = { push: [], email: [] };
  for (const delivery of deliveries) {
    const decision = decide(delivery, rhythm, pushes, now);
    if (decision.act === 'drop') plan.dropped.push(delivery);
    else if (decision.act === 'wait') plan.waiting.push({ delivery, until: decision.until });
    else if (!decision.alone) together[delivery.channel].push(delivery);
    else (delivery.channel === 'push' ? plan.pushes : plan.mails).push([delivery]);
  }
  if (together.push.length > 0) plan.pushes.push(together.push);
  if (together.email.length > 0) plan.mails.push(together.email);
  return plan;
}

const clockMinutes = (moment: number, zone: string) => minutesOf(wallAt(moment, zone).time);
const minutesUntil = (from: number, to: number) => (to - from + DAY_MINUTES) % DAY_MINUTES;

function isQuiet({ quiet, zone }: Rhythm, moment: number): boolean {
  if (!quiet) return false;
  const from = minutesOf(quiet.from);
  return minutesUntil(from, clockMinutes(moment, zone)) < minutesUntil(from, minutesOf(quiet.until));
}

/** The end of the quiet hours in which this moment lies; null outside of them. */
export function endOfQuiet(rhythm: Rhythm, now: Date): Date | null {
  const { quiet, zone } = rhythm;
  if (!quiet || !isQuiet(rhythm, now.getTime())) return null;
  // Clocks change only on a quarter of an hour, so within one they are simply added up.
  for (let moment = Math.floor(now.getTime() / MINUTE) * MINUTE; ; ) {
    const quarter = (Math.floor(moment / QUARTER) + 1) * QUARTER;
    const end = moment + minutesUntil(clockMinutes(moment, zone), minutesOf(quiet.until)) * MINUTE;
    if (end < quarter) return new Date(end);
    if (!isQuiet(rhythm, quarter)) return new Date(quarter);
    moment = quarter;
  }
}

/** When the quiet hours that follow begin; null without quiet hours. */
export function startOfQuiet(rhythm: Rhythm, now: Date): Date | null {
  const { quiet, zone } = rhythm;
  return quiet && nextAt(quiet.from, zone, now);
}

/** The end of the next night. */
function nextMorning(rhythm: Rhythm, now: Date): Date {
  const midnight = startOfDay(addDays(dayAt(now, rhythm.zone), 1), rhythm.zone);
  return endOfQuiet(rhythm, midnight) ?? midnight;
}

const nextDigest = ({ digestAt, zone }: Rhythm, since: Date) => nextAt(digestAt, zone, since);

/** The next moment after this one at which the clocks show a time. */
function nextAt(time: string, zone: string, after: Date): Date {
  const wanted = minutesOf(time);
  const start = Math.floor(after.getTime() / MINUTE) * MINUTE;
  const moment = start + (minutesUntil(clockMinutes(start, zone), wanted) || DAY_MINUTES) * MINUTE;
  const late = minutesUntil(wanted, clockMinutes(moment, zone));
  const exact = moment - (late > DAY_MINUTES / 2 ? late - DAY_MINUTES : late) * MINUTE;
  return new Date(exact > after.getTime() && clockMinutes(exact, zone) === wanted ? exact : moment);
}
