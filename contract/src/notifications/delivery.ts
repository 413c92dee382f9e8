/*
 * When pushes and mails go out. The notification itself is in the app at once.
 */

/** By the member's own clock. No push is sent in these hours, except reminders of the member's own sessions. */
export const usualQuietHours = { enabled: true, from: '22:00', until: '07:00' } as const;
/** When the daily mail goes out, by the member's own clock. */
export const usualDigestTime = '08:00';
/** Pushes a member gets in one day; what comes after waits for the next morning. Reminders still go out. */
export const mostPushesADay = 20;
/** The least time between two pushes about the same unread thing, such as one chat. */
export const minutesBetweenPushes = 5;
/** Browsers a member can have pushes in; a further one replaces the oldest. */
export const mostPushSubscriptions = 10;
