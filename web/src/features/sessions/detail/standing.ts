import { levelsInWords } from '../cards/session-parts.tsx';
import type { SessionDetail } from '../sessions.queries.ts';
import { clockTime, timeAt } from '../times/session-time.ts';

/** How the reader stands to a session. One of these at a time, each with its own words and its own action. */
export type Standing =
  | 'cancelled'
  | 'over'
  | 'under_way'
  | 'in'
  | 'offered'
  | 'turn'
  | 'waiting'
  | 'open'
  | 'full'
  | 'level_not_met'
  | 'gender_not_met'
  | 'looking_on';

export function standingOf(session: SessionDetail, now: number): Standing {
  if (session.status === 'cancelled') return 'cancelled';
  if (Date.parse(session.end_time.utc) <= now) return 'over';
  if (Date.parse(session.start_time.utc) <= now) return 'under_way';
  if (session.is_participant) return 'in';
  if (session.offer_expires_at && Date.parse(session.offer_expires_at) > now) return 'offered';
  // In quiet hours nobody is asked, but whoever is first in line may take a place that is free.
  if (session.is_waitlisted) return session.can_join && !session.offer_expires_at ? 'turn' : 'waiting';
  if (session.can_join) return 'open';
  const reason = session.cannot_join_reason;
  if (reason === 'session_full') return 'full';
  return reason === 'level_not_met' || reason === 'gender_not_met' ? reason : 'looking_on';
}

const genderNames = { any: 'everyone', female: 'women', male: 'men', non_binary: 'non-binary people' };

/** '1st', '2nd', '3rd', '4th', '11th', '21st'. */
export function ordinal(place: number): string {
  const last = place % 10;
  const isTeen = Math.floor(place / 10) % 10 === 1;
  return `${place}${isTeen || last > 3 ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th')}`;
}

export const genderInWords = (session: Pick<SessionDetail, 'gender_preference'>) =>
  session.gender_preference === 'any' ? null : `For ${genderNames[session.gender_preference]}`;

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const spotsLeft = (spots: number) => (spots === 1 ? '1 place left' : `${spots} places left`);

export type Words = { title: string; text?: string };

/** What the reader has to know beside the one button. */
export function standingInWords(session: SessionDetail, standing: Standing, now: number): Words {
  switch (standing) {
    case 'cancelled':
      return { title: 'This session was cancelled', text: session.cancel_reason ?? undefined };
    case 'over':
      return { title: 'This session is over', text: session.is_participant ? 'You were in.' : undefined };
    case 'under_way':
      return {
        title: 'On now',
        text: session.attended
          ? "You're here."
          : session.is_participant
            ? "You're in."
            : 'It has started, so nobody can join any more.',
      };
    case 'in':
      return { title: session.attended ? "You're here" : "You're in", text: others(session) };
    case 'offered':
      return { title: 'A place came free for you' };
    case 'waiting':
      return {
        title: session.waitlist_position ? `You are ${ordinal(session.waitlist_position)} in line` : 'You are in line',
        text: reasonInWords(session, now),
      };
    case 'turn':
      return { title: 'A place is free', text: 'You are next in line, so it is yours to take.' };
    case 'open':
      return { title: spotsLeft(session.available_spots), text: others(session) };
    case 'full':
      return {
        title: 'This session is full',
        text:
          session.waitlist_count > 0
            ? `${people(session.waitlist_count)} waiting. Places are offered in order.`
            : undefined,
      };
    case 'level_not_met':
      return { title: `Only for ${levelsInWords(session).toLowerCase()}`, text: 'Your own level is in your profile.' };
    case 'gender_not_met':
      return { title: `Only for ${genderNames[session.gender_preference]}`, text: 'The host chose so.' };
    case 'looking_on':
      return { title: spotsLeft(session.available_spots) };
  }
}

const HOUR = 3_600_000;

/** How long an offered place is held today, by the server's own terms: the nearer the start, the shorter. */
function holdInWords(untilStart: number): string {
  if (untilStart > 48 * HOUR) return '24 hours';
  return untilStart > 6 * HOUR ? '2 hours' : '30 minutes';
}

function reasonInWords(session: SessionDetail, now: number): string {
  switch (session.waitlist_reason) {
    case 'offered_to_others':
      return 'A place is being offered to somebody before you.';
    case 'quiet_hours':
      return session.next_offer_at
        ? `A place is free. Nobody is asked at night: the next in line hears at ${clockTime(timeAt(session.next_offer_at, session.start_time))}.`
        : 'A place is free. Nobody is asked at night.';
    default:
      return `Places are offered in order, each held for ${holdInWords(Date.parse(session.start_time.utc) - now)}.`;
  }
}

function others({ current_participants, is_participant }: SessionDetail): string {
  const count = current_participants - (is_participant ? 1 : 0);
  if (count === 0) return is_participant ? 'Nobody else yet.' : 'Be the first.';
  return is_participant ? `With ${people(count)} more.` : `${people(count)} ${count === 1 ? 'is' : 'are'} in.`;
}
