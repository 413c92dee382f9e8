/** Answers take seconds, and clocks of phones differ by some. More than this is a clock that was set wrong. */
const TOLERATED_MS = 5 * 60_000;
const LONGEST_ANSWER_MS = 60_000;

/** How far the device's clock is ahead of the server's. */
let ahead = 0;

/** Every answer says when it was sent. A phone may have slept during one that took long. */
export function hearServerTime(answer: Response, askedAt: number): void {
  const sentAt = Date.parse(answer.headers.get('date') ?? '');
  const now = Date.now();
  if (Number.isNaN(sentAt) || now - askedAt > LONGEST_ANSWER_MS) return;
  ahead = Math.abs(now - sentAt) > TOLERATED_MS ? now - sentAt : 0;
}

/** The time by which the gym's sessions start, also on a device whose clock is wrong; offline, the device's own time. */
export const serverNow = (): number => Date.now() - ahead;
