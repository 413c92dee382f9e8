const KEEP_SECONDS = 24 * 60 * 60;

/**
 * How many seconds a push service keeps a push for a phone that is offline. A phone can't make a late push silent, as a
 * browser does, so it isn't delivered after the member's quiet hours have begun. The app shows the notification anyway.
 */
export function keepSeconds(silentFrom: string | null, now: Date): number {
  if (silentFrom === null) return KEEP_SECONDS;
  const untilQuiet = Math.floor((Date.parse(silentFrom) - now.getTime()) / 1000);
  return Math.min(KEEP_SECONDS, Math.max(0, untilQuiet));
}
