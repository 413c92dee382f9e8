import { Temporal } from 'temporal-polyfill';
import { momentOf, wallTimeOf } from '../times/session-times.ts';

const HOUR = 3_600_000;

/** Nobody is asked between these hours of the gym's wall clock. */
const QUIET_FROM = 21;
const QUIET_UNTIL = 8;

/** How long an offer holds its spot: the nearer the start, the shorter. */
const terms = [
  { moreThan: 48 * HOUR, lasts: 24 * HOUR },
  { moreThan: 6 * HOUR, lasts: 2 * HOUR },
  { moreThan: 0, lasts: HOUR / 2 },
];

type Asked = { now: Date; startsAt: Date; zone: string };

/**
 * When a spot that is free now may be offered, and until when that offer would hold it. At night it waits for the
 * morning, unless the session is in that same night: then it is now or never. No offer outlives the start.
 */
export function nextOffer({ now, startsAt, zone }: Asked): { at: Date; until: Date } {
  const morning = morningAfter(now, zone);
  const at = morning && startsAt.getTime() > morning.getTime() ? morning : now;
  const left = startsAt.getTime() - at.getTime();
  const lasts = terms.find(({ moreThan }) => left > moreThan)?.lasts ?? 0;
  return { at, until: new Date(at.getTime() + Math.min(lasts, left)) };
}

/** The end of the quiet hours this moment lies in; null by day. */
function morningAfter(now: Date, zone: string): Date | null {
  const wall = Temporal.PlainDateTime.from(wallTimeOf(now, zone));
  if (wall.hour >= QUIET_UNTIL && wall.hour < QUIET_FROM) return null;
  const day = wall.toPlainDate().add({ days: wall.hour >= QUIET_FROM ? 1 : 0 });
  return momentOf(`${day}T${String(QUIET_UNTIL).padStart(2, '0')}:00`, zone, 'later');
}
