import { ApiError } from '#platform/api/api-error.ts';
import type { Entry } from './write.ts';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 30_000;
/** A limit that lasts longer is told to the member, and keeps nothing else waiting. */
export const LONGEST_WAIT_MS = 600_000;
/** A server that fails at one write again and again would keep everything behind it waiting. A gateway fails at all of them. */
const OWN_FAULT = 500;
const MOST_FAULTS = 5;

/** Milliseconds until the next try; infinite until the network or the sign-in is back; null if it is refused. */
export function waitAfter(error: unknown, tries: number): number | null {
  // A request that took too long was given up here.
  if (!(error instanceof ApiError)) return error instanceof DOMException ? backOff(tries) : null;
  if (error.status === 401) return Number.POSITIVE_INFINITY;
  if (!error.isTemporary || (error.status === OWN_FAULT && tries >= MOST_FAULTS)) return null;
  const told = (error.retryAfter ?? 0) * 1000;
  if (told > LONGEST_WAIT_MS) return null;
  return told || backOff(tries);
}

const backOff = (tries: number) => Math.min(FIRST_RETRY_MS * 2 ** Math.max(tries - 1, 0), LONGEST_RETRY_MS);

/** The server keeps the key of a request for a day; less, because this clock may be wrong. */
const KEY_IS_KNOWN_MS = 20 * 3_600_000;
const CLOCK_IS_OFF_MS = 4 * 3_600_000;

/**
 * The server may have done it and forgotten its key. The member may have decided otherwise since, so that doing it again
 * would undo that. A try in the future was before a wrong clock was set.
 */
export function needsAnswer({ triedAt }: Pick<Entry, 'triedAt'>, { canRepeat }: { canRepeat?: boolean }): boolean {
  if (!triedAt || canRepeat) return false;
  const age = Date.now() - triedAt;
  return age > KEY_IS_KNOWN_MS || age < -CLOCK_IS_OFF_MS;
}
