import { offerMinutes, quietHours } from '@spotter/contract/sessions/limits.ts';
import { addDays, minutesOf, timeOf } from '@spotter/contract/wall-clock.ts';
import { momentOf, wallTimeOf } from '#platform/db/zones.ts';

const MINUTE = 60_000;

type Asked = { now: Date; startsAt: Date; zone: string };

/**
 * When a free spot may be offered, and until when that offer holds it. During quiet hours the offer waits for the
 * morning, unless the session starts before then. No offer outlives the start.
 */
export function nextOffer({ now, startsAt, zone }: Asked): { at: Date; until: Date } {
  const morning = morningAfter(now, zone);
  const at = morning && startsAt.getTime() > morning.getTime() ? morning : now;
  const left = startsAt.getTime() - at.getTime();
  const lasts = offerMinutes(left / MINUTE) * MINUTE;
  return { at, until: new Date(at.getTime() + Math.min(lasts, left)) };
}

/** The end of the quiet hours around this instant; null outside them. */
function morningAfter(now: Date, zone: string): Date | null {
  const wall = wallTimeOf(now, zone);
  const hour = minutesOf(wall.slice(11)) / 60;
  if (hour >= quietHours.until && hour < quietHours.from) return null;
  const day = addDays(wall.slice(0, 10), hour >= quietHours.from ? 1 : 0);
  return momentOf(`${day}T${timeOf(quietHours.until * 60)}`, zone, 'later');
}
