import { minutesOf } from './wall-clock.ts';

/*
 * When pushes and mails go out. The notification itself is in the app at once.
 */

/** By the member's own clock. No push is sent in these hours, except reminders of the member's own sessions. */
export const usualQuietHours = { enabled: true, from: '22:00', until: '07:00' } as const;
/** Quiet hours leave at least so much of a day, or a push might never find a moment to go out. */
const leastLoudMinutes = 60;

/** What is wrong with these quiet hours, for whoever set them; null if nothing is. */
export function quietHoursFault({ from, until }: { from: string; until: string }): string | null {
  if (from === until) return 'Choose an end that differs from the start';
  const loudMinutes = (minutesOf(from) - minutesOf(until) + 24 * 60) % (24 * 60);
  return loudMinutes < leastLoudMinutes ? 'Leave at least an hour a day for notifications' : null;
}

/** When the daily mail goes out, by the member's own clock. */
export const usualDigestTime = '08:00';
/** Pushes a member gets in one day; what comes after waits for the next morning. Reminders still go out. */
export const mostPushesADay = 20;
/** The least time between two pushes about the same unread thing, such as one chat. */
export const minutesBetweenPushes = 5;
/** Browsers a member can have pushes in; a further one replaces the oldest. */
export const mostPushSubscriptions = 10;
