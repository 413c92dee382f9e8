import type { Gym } from './gyms/gyms.ts';
import { addDays, dayAt, startOfDay } from './wall-clock.ts';

type Place = Pick<Gym, 'id' | 'timezone'>;

/** The lists of sessions on home, as `listSessions` is asked for them. Days are the gym's own. */
export const homeLists = {
  mine: () => ({ mine: true, page_size: 30 }),
  waiting: () => ({ waiting: true, page_size: 30 }),
  /** At every gym and on any day: someone waits for an answer. */
  invited: () => ({ invited: true, page_size: 12 }),
  /** What the caller could join in the coming week. */
  joinable: ({ id, timezone }: Place, now: Date | number) => ({
    gym: id,
    joinable: true,
    to: startOfDay(addDays(dayAt(now, timezone), 7), timezone).toISOString(),
    page_size: 12,
  }),
  /** The rest of today, and tomorrow. */
  today: ({ id, timezone }: Place, now: Date | number) => ({
    gym: id,
    to: startOfDay(addDays(dayAt(now, timezone), 2), timezone).toISOString(),
    page_size: 12,
  }),
} as const;

export const homeSuggestions = { page_size: 8 } as const;
