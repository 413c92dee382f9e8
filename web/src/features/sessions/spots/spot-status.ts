import { offerMinutes } from '@spotter/contract/sessions/limits.ts';
import { midSentence } from '@spotter/contract/time-words.ts';
import { namesInWords } from '#platform/people/names-in-words.ts';
import { momentInWords } from '#platform/wall-time.ts';
import type { SessionDetail } from '../session.ts';
import { levelsInWords } from '../session.words.ts';

/** The reader's status in a session. Exactly one applies, each with its own words and action. */
export type SpotStatus =
  | 'cancelled'
  | 'over'
  | 'under_way'
  | 'in'
  | 'offered'
  | 'turn'
  | 'waiting'
  | 'invited'
  | 'open'
  | 'full'
  | 'not_invited'
  | 'level_not_met'
  | 'gender_not_met'
  | 'looking_on';

export function spotStatusOf(session: SessionDetail, now: number): SpotStatus {
  if (session.status === 'cancelled') return 'cancelled';
  if (Date.parse(session.end_time.utc) <= now) return 'over';
  if (Date.parse(session.start_time.utc) <= now) return 'under_way';
  if (session.is_participant) return 'in';
  if (session.offer_expires_at && Date.parse(session.offer_expires_at) > now) return 'offered';
  // No offers are sent during quiet hours, but the first member on the waitlist may still claim a free spot.
  if (session.is_waitlisted) return session.can_join && !session.offer_expires_at ? 'turn' : 'waiting';
  if (session.can_join) return session.can_decline && !session.has_declined ? 'invited' : 'open';
  const reason = session.cannot_join_reason;
  if (reason === 'session_full') return 'full';
  if (reason === 'not_invited' || reason === 'level_not_met' || reason === 'gender_not_met') return reason;
  return 'looking_on';
}

const genderNames = { any: 'everyone', female: 'women', male: 'men', non_binary: 'non-binary people' };

/** '1st', '2nd', '3rd', '4th', '11th', '21st'. */
export function ordinal(position: number): string {
  const last = position % 10;
  const isTeen = Math.floor(position / 10) % 10 === 1;
  return `${position}${isTeen || last > 3 ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th')}`;
}

export const genderInWords = (session: Pick<SessionDetail, 'gender_preference'>) =>
  session.gender_preference === 'any' ? null : `For ${genderNames[session.gender_preference]}`;

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const spotsLeft = (spots: number) => (spots === 1 ? '1 spot left' : `${spots} spots left`);

export type Words = { title: string; text?: string };

/** What the reader needs to know next to the button. */
export function spotStatusInWords(
  session: SessionDetail,
  spotStatus: SpotStatus,
  now: number,
  readerId: string,
): Words {
  switch (spotStatus) {
    case 'cancelled':
      return { title: 'This session was cancelled', text: session.cancel_reason ?? undefined };
    case 'over':
      return { title: 'This session is over', text: session.is_participant ? 'You were in this one.' : undefined };
    case 'under_way':
      return {
        title: 'On now',
        text: session.attended
          ? "You're here."
          : session.is_participant
            ? "You're in."
            : "It's already started, so you can't join now.",
      };
    case 'in':
      return { title: session.attended ? "You're here" : "You're in", text: others(session, readerId) };
    case 'offered':
      return { title: 'A spot opened up for you' };
    case 'waiting':
      return {
        title: session.waitlist_position
          ? `You're ${ordinal(session.waitlist_position)} on the waitlist`
          : "You're on the waitlist",
        text: reasonInWords(session, now),
      };
    case 'turn':
      return { title: 'A spot is open', text: "You're next on the waitlist. It's yours if you want it." };
    case 'invited':
      return { title: "You're invited", text: invitedWith(session, readerId) };
    case 'open':
      return {
        title: spotsLeft(session.available_spots),
        text: session.has_declined ? "You said you can't go. You can still join." : others(session, readerId),
      };
    case 'full':
      return {
        title: 'This session is full',
        text:
          (session.can_wait ? null : whoMayWait(session)) ??
          (session.waitlist_count > 0
            ? `${people(session.waitlist_count)} on the waitlist. Spots are offered in order.`
            : undefined),
      };
    case 'not_invited':
      return { title: 'For invited people only' };
    case 'level_not_met':
      return { title: `${levelsInWords(session)} only`, text: 'Your level is set in your profile.' };
    case 'gender_not_met':
      return { title: `For ${genderNames[session.gender_preference]} only`, text: "That's how the host set it up." };
    case 'looking_on':
      return { title: spotsLeft(session.available_spots) };
  }
}

/** Why a reader can't wait for a full session, as far as the session restricts it. */
function whoMayWait(session: SessionDetail): string | null {
  const { invite_only, fitness_level_min, fitness_level_max, gender_preference } = session;
  const isForAllLevels = fitness_level_min === 'beginner' && fitness_level_max === 'advanced';
  if (!invite_only && isForAllLevels && gender_preference === 'any') return null;
  const which = [invite_only ? 'invited' : null, isForAllLevels ? null : levelsInWords(session).toLowerCase()];
  const who = gender_preference === 'any' ? 'members' : genderNames[gender_preference];
  return `Only ${[which.filter(Boolean).join(', '), who].filter(Boolean).join(' ')} can join the waitlist.`;
}

/** How long an offered spot is held. */
function holdInWords(untilStart: number): string {
  const minutes = offerMinutes(untilStart / 60_000);
  return minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`;
}

function reasonInWords(session: SessionDetail, now: number): string {
  switch (session.waitlist_reason) {
    case 'offered_to_others':
      return 'A spot is on offer to someone ahead of you.';
    case 'quiet_hours':
      return session.next_offer_at
        ? `A spot is open. We pause offers overnight, so the next one goes out ${offerTime(session, session.next_offer_at, now)}.`
        : 'A spot is open. We pause offers overnight.';
    default:
      return `Spots are offered in order. You'll have ${holdInWords(Date.parse(session.start_time.utc) - now)} to claim yours.`;
  }
}

const offerTime = ({ start_time }: SessionDetail, utc: string, now: number) =>
  midSentence(momentInWords(utc, start_time.timezone, now));

/** 'Just you and Ana' for two; else how many are in. */
const invitedWith = (session: SessionDetail, readerId: string) =>
  session.max_participants === 2 ? `Just you and ${session.creator.first_name}` : others(session, readerId);

/** Everyone, or the first of them with their count. */
type Answers = Pick<SessionDetail, 'invited' | 'declined'> & { invited_count?: number; declined_count?: number };

/** 'Invited: Tilly, waiting', or who can't go when no one else is asked; null when no answer is open. */
export function answersInWords({ invited, invited_count, declined, declined_count }: Answers): string | null {
  if (invited.length > 0) return `Invited: ${namesInWords(invited, invited_count)}, waiting`;
  return declined.length > 0 ? `${namesInWords(declined, declined_count)} can't go` : null;
}

function others(session: SessionDetail, readerId: string): string {
  const { current_participants, is_participant, participants } = session;
  const count = current_participants - (is_participant ? 1 : 0);
  if (count === 0) return is_participant ? (answersInWords(session) ?? 'Just you so far.') : 'Be the first to join.';
  const [other, ...more] = participants.filter(({ id }) => id !== readerId);
  if (is_participant && count === 1 && other && more.length === 0) return `You and ${other.first_name}`;
  // A guest has no name here.
  if (is_participant) return count === 1 ? 'You and one guest' : `With ${count} others.`;
  return `${people(count)} ${count === 1 ? 'is' : 'are'} in.`;
}
