import { longestQuote } from '@spotter/contract/limits.ts';
import type { NotificationKind } from '@spotter/contract/notification-kinds.ts';
import type { NotificationData } from '@spotter/contract/notifications/notification-data.ts';
import type { Notification } from '@spotter/contract/notifications/notifications.ts';
import type { SessionProposal } from '@spotter/contract/sessions/proposals.ts';
import { isElsewhere, midSentence, type TimeWords, zoneInWords } from '@spotter/contract/time-words.ts';
import { dayAt } from '#platform/db/zones.ts';
import { usualWords } from '#platform/reader-words.ts';

type Common = Pick<Notification, 'actor' | 'actor_count' | 'session_id' | 'session_start' | 'conversation_id'> & {
  /** How many of them have deleted their accounts. */
  former_actors: number;
  session_title: string | null;
  /** Of a group. */
  conversation_name: string | null;
  announcement: { id: string; title: string; body: string } | null;
  /** The beginning of a message. */
  snippet: string | null;
  /** With the beginning of the proposer's message. */
  proposal: Pick<SessionProposal, 'proposed_time' | 'message'> | null;
};
type Of<K extends NotificationKind> = Common & { kind: K; data: NotificationData<K> };
export type NotificationFacts = { [K in NotificationKind]: Of<K> }[NotificationKind];

/** 'Maya', 'Maya and 1 other', 'Maya and 3 others'; 'A former member' when the account is gone. */
function people({ actor, actor_count, former_actors }: Common): string {
  const first = actor?.first_name ?? (former_actors > 0 ? 'A former member' : 'Someone');
  const others = actor_count - 1;
  return others < 1 ? first : `${first} and ${others} other${others === 1 ? '' : 's'}`;
}

/** 'Leg day'; for a session that is gone what was kept of it: 'Strength session on Tue 24 Nov'. */
function sessionName({ session_title, data }: NotificationFacts, clock: Clock): string {
  if (session_title !== null) return session_title;
  const kept = 'session' in data ? data.session : undefined;
  return kept ? `${kept.title} on ${clock.date(kept.day)}` : 'your session';
}

/** Quick actions name the action; other messages keep their text private. */
function messageSentence(
  who: string,
  session: string,
  { action, minutes }: NotificationData<'session_message'>,
): string {
  switch (action) {
    case 'running_late':
      return `${who} is running ${minutes === 1 ? '1 minute' : `${minutes} minutes`} late for ${session}`;
    case 'on_my_way':
      return `${who} is on their way to ${session}`;
    case 'arrived':
      return `${who} has arrived at ${session}`;
    case 'cant_make_it':
      return `${who} can't make it to ${session}`;
    case 'need_a_spotter':
      return `${who} needs a spotter at ${session}`;
    default:
      return `${who} sent a message in ${session}`;
  }
}

function answerSentence(who: string, session: string, answer: NotificationData<'proposal_answered'>['answer']): string {
  switch (answer) {
    case 'accepted':
      return `${who} accepted your time. ${session} has moved`;
    case 'rejected':
      return `${who} turned down your time for ${session}`;
    case 'countered':
      return `${who} replied with another time for ${session}`;
    default:
      return `${who} answered your proposal for ${session}`;
  }
}

/** Says the gym's wall times, by which members plan, in the reader's language, with the zone for a reader elsewhere. */
type Clock = Pick<TimeWords, 'date'> & { time(wall: string): string };

/** 'on Tue 24 Nov and Thu 26 Nov', or the first three and how many more. */
function datesSentence(days: readonly string[], clock: Clock): string {
  const shown = days.slice(0, 3).map(clock.date);
  const more = days.length - shown.length;
  if (more > 0) return `on ${shown.join(', ')} and ${more} more ${more === 1 ? 'date' : 'dates'}`;
  return `on ${new Intl.ListFormat('en-AU').format(shown)}`;
}

function cancelSentence(
  session: string,
  { days = [], following }: NotificationData<'session_cancelled'>,
  clock: Clock,
): string {
  if (days.length > 0) return `${session} was cancelled ${datesSentence(days, clock)}`;
  return `${session} was cancelled${following ? ', and so are the sessions after it' : ''}`;
}

/** The reason, and every date when the title has room for only three. */
function cancelBody(reason: string, days: readonly string[], clock: Clock): string {
  if (days.length <= 3) return reason;
  return `${reason ? `${reason}. ` : ''}Cancelled: ${days.map(clock.date).join(', ')}`;
}

/** Names the most important change, and says when it affects the rest of the series too. */
function changeSentence(
  session: string,
  { changed: what = [], starts_local, minutes, following }: NotificationData<'session_changed'>,
  clock: Clock,
): string {
  if (what.includes('host')) return `You're now hosting ${session}${following ? ' and the sessions after it' : ''}`;
  if (what.includes('co_host')) return `You're now a co-host of ${session}`;
  const each = following ? ', and so do the sessions after it' : '';
  if (what.includes('start_time') && starts_local)
    return `${session} moved to ${midSentence(clock.time(starts_local))}${each}`;
  if (what.includes('gym')) return `${session} moved to another gym${each}`;
  if (what.length === 1 && what[0] === 'end_time') return `${session} now lasts ${minutes} minutes`;
  if (what.length === 1 && what[0] === 'title') return `Your session is now called ${session}`;
  if (what.length === 1 && what[0] === 'series_id') return `${session} now repeats on different days`;
  return `${session} has new details`;
}

function spotSentence(session: string, { until_local, ran_out }: NotificationData<'spot_freed'>, clock: Clock): string {
  if (ran_out === 'passed_on') return `Your held spot in ${session} went to the next person on the waitlist`;
  if (ran_out) return `Your held spot in ${session} ran out. It's still free, so you can join`;
  return until_local
    ? `A spot in ${session} is yours until ${midSentence(clock.time(until_local))}`
    : `A spot opened up in ${session}`;
}

function joinSentence(who: string, session: string, guests: number | undefined): string {
  if (guests === undefined) return `${who} joined ${session}`;
  return `${who} is bringing ${guests === 1 ? 'a guest' : `${guests} guests`} to ${session}`;
}

function friendSentence(who: string, by: NotificationData<'friend_accepted'>['by']): string {
  if (by === 'invite') return `${who} accepted your invite. You're friends now`;
  if (by === 'link') return `${who} joined with your link. You're friends now`;
  return `${who} accepted your friend request`;
}

function sentence(told: NotificationFacts, clock: Clock): string {
  const who = people(told);
  const session = sessionName(told, clock);
  switch (told.kind) {
    case 'friend_request':
      return `${who} sent you a friend request`;
    case 'friend_accepted':
      return friendSentence(who, told.data.by);
    case 'session_invite':
      return `${who} invited you to ${session}`;
    case 'session_joined':
      return joinSentence(who, session, told.data.guests);
    case 'session_left':
      return `${who} left ${session}${told.data.following ? ' and the sessions after it' : ''}${told.data.late ? ' at short notice' : ''}`;
    case 'session_changed':
      return changeSentence(session, told.data, clock);
    case 'session_cancelled':
      return cancelSentence(session, told.data, clock);
    case 'session_starts_soon':
      return `${session} starts in ${told.data.minutes === 15 ? '15 minutes' : '1 hour'}`;
    case 'spot_freed':
      return spotSentence(session, told.data, clock);
    case 'proposal':
      return `${who} proposed another time for ${session}`;
    case 'proposal_answered':
      return answerSentence(who, session, told.data.answer);
    case 'session_message':
      return messageSentence(who, session, told.data);
    case 'message':
      return told.conversation_name
        ? `${who} sent a message in ${told.conversation_name}`
        : `${who} sent you a message`;
    case 'announcement':
      return told.announcement?.title ?? 'News from your gym';
    case 'friend_away':
      return `${who} hasn't trained for a while. Say hello?`;
    case 'kudos':
      return `${who} gave you kudos for ${session}`;
    case 'warning':
      return 'A note from your gym';
  }
}

function said({ snippet, proposal }: NotificationFacts, clock: Clock): string | null {
  if (!proposal) return snippet;
  return [clock.time(proposal.proposed_time.local), proposal.message].filter(Boolean).join(' · ');
}

/** The app's path to the subject; null when it is gone, or has no other place than the list. */
function placeOf({
  kind,
  actor,
  actor_count,
  session_id,
  conversation_id,
  announcement,
}: NotificationFacts): string | null {
  if (session_id) return `/app/sessions/${session_id}`;
  if (conversation_id) return `/app?open=messages&id=${conversation_id}`;
  if (announcement) return `/app?open=announcement&id=${announcement.id}`;
  if (kind === 'friend_request') return '/app?open=friends&tab=requests';
  if (kind === 'friend_away' && actor) return `/app?open=member&id=${actor.id}`;
  if (kind === 'friend_accepted')
    return actor && actor_count === 1 ? `/app?open=member&id=${actor.id}` : '/app?open=friends';
  return null;
}

function reasonOf(told: NotificationFacts, clock: Clock): string {
  if (told.kind === 'session_cancelled') return cancelBody(told.data.reason ?? '', told.data.days ?? [], clock);
  if (told.kind === 'warning') return told.data.text;
  return told.kind === 'session_changed' ? (told.data.reason ?? '') : '';
}

/** The beginning of a long text, without its line breaks. */
function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  // By characters: half an emoji is no text.
  const letters = [...line];
  return letters.length <= longestQuote
    ? line
    : `${letters
        .slice(0, longestQuote - 1)
        .join('')
        .trimEnd()}…`;
}

/** The language and the zone of who reads it, and when if that is now. */
type Reader = { words?: TimeWords | undefined; zone?: string | null | undefined; now?: number | null | undefined };

/**
 * The text of a notification and where it leads. Names are read with the list, so they are never out of date. Without
 * `now`, days are dates: a push or mail may be read when "tomorrow" is another day.
 */
export function wordsFor(
  told: NotificationFacts,
  { words = usualWords, zone = null, now = null }: Reader = {},
): Pick<Notification, 'title' | 'body' | 'url'> {
  const there = told.session_start?.timezone;
  const today = now !== null && there ? dayAt(now, there) : null;
  const clock: Clock = {
    date: words.date,
    time: (wall) => {
      const moment = words.moment(wall, today);
      return there && zone && isElsewhere(wall, there, zone) ? `${moment} ${zoneInWords(there)}` : moment;
    },
  };
  return {
    title: sentence(told, clock),
    body: told.announcement ? beginningOf(told.announcement.body) : (said(told, clock) ?? reasonOf(told, clock)),
    url: placeOf(told),
  };
}
