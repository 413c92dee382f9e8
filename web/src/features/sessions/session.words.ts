import { levelName } from '#platform/people/training-words.ts';
import { serverNow } from '#platform/server-clock.ts';
import type { SessionItem } from './session.ts';
import { hasEnded } from './times/session-time.ts';

export function levelsInWords({ fitness_level_min: from, fitness_level_max: to }: SessionItem): string {
  if (from === 'beginner' && to === 'advanced') return 'All levels';
  return from === to ? levelName[from] : `${levelName[from]} to ${levelName[to].toLowerCase()}`;
}

/** Without a free spot: one on offer to the waitlist is not free, yet the session is not full. */
export const fullInWords = (session: Pick<SessionItem, 'current_participants' | 'max_participants'>) =>
  session.current_participants < session.max_participants ? 'Spot on offer' : 'Full';

export const spotsLeftInWords = (spots: number) => (spots === 1 ? '1 spot left' : `${spots} spots left`);

/** Free spots show only while the session can still be joined. */
export function spotsInWords(session: SessionItem, now = serverNow()): string {
  const { available_spots, is_participant, waitlist_count } = session;
  if (hasEnded(session, now)) return is_participant ? 'You were in' : 'Over';
  if (is_participant) return "You're in";
  if (session.is_waitlisted) return session.can_join ? 'Spot open for you' : 'On the waitlist';
  if (Date.parse(session.start_time.utc) <= now) return 'On now';
  const taken = fullInWords(session);
  if (available_spots === 0) return waitlist_count > 0 ? `${taken} · ${waitlist_count} on the waitlist` : taken;
  return spotsLeftInWords(available_spots);
}
