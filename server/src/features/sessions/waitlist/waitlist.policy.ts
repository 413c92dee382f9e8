import { offerMinutes, quietHours } from '@spotter/contract/sessions/limits.ts';
import { Temporal } from 'temporal-polyfill';
import { momentOf, wallTimeOf } from '../times/session-times.ts';

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
  const wall = Temporal.PlainDateTime.from(wallTimeOf(now, zone));
  if (wall.hour >= quietHours.until && wall.hour < quietHours.from) return null;
  const day = wall.toPlainDate().add({ days: wall.hour >= quietHours.from ? 1 : 0 });
  return momentOf(`${day}T${String(quietHours.until).padStart(2, '0')}:00`, zone, 'later');
}
