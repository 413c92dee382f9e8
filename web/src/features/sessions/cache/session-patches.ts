import { availableSpots } from '@spotter/contract/sessions/available-spots.ts';
import type { Person } from '@spotter/contract/users/users.ts';
import type { SessionDetail, SessionItem } from '../session.ts';
import { timeAt } from '../times/session-time.ts';

/**
 * How a session changes, for optimistic updates and live events: who is in, the counts, and what follows from
 * these at once: the next host, a session that ended with its last member, why somebody waits. What the reader may do next
 * (`can_join`, `can_edit`, …) is the server's answer, so no patch touches it. A list entry has only part of the details:
 * each patch keeps missing fields missing.
 */
export type Patch = <S extends SessionItem>(session: S) => S;

export type SpotCounts = Pick<SessionItem, 'current_participants' | 'available_spots' | 'waitlist_count'>;
type DetailPart = Partial<Omit<SessionDetail, keyof SessionItem>>;

const isDetail = (session: SessionItem): session is SessionDetail => 'waitlist_position' in session;

function change<S extends SessionItem>(session: S, rest: Partial<SessionItem>, detail: DetailPart = {}): S {
  return { ...session, ...rest, ...(isDetail(session) ? detail : {}) };
}

export const withSpots =
  (spots: SpotCounts): Patch =>
  (session) => ({
    ...session,
    current_participants: spots.current_participants,
    available_spots: spots.available_spots,
    waitlist_count: spots.waitlist_count,
  });

/** The counts after a change of who is in or on the waitlist. */
function spotsAfter(session: SessionItem, more: { in?: number; waiting?: number }): SpotCounts {
  const { max_participants } = session;
  const current_participants = session.current_participants + (more.in ?? 0);
  const waitlist_count = Math.max(0, session.waitlist_count + (more.waiting ?? 0));
  const available_spots = availableSpots({ max_participants, current_participants, waitlist_count });
  return { current_participants, available_spots, waitlist_count };
}

const withPerson = (people: readonly Person[], person: Person): Person[] =>
  people.some(({ id }) => id === person.id) ? [...people] : [...people, person];
const withoutPerson = (people: readonly Person[], id: string) => people.filter((person) => person.id !== id);

/** Who takes over when the reader, the host, leaves; undefined for somebody who is hidden from them. */
export const nextHostOf = (session: SessionItem): Person | undefined =>
  isDetail(session) ? session.participants.find(({ id }) => id === session.next_host_id) : undefined;

/** The guests a member brings. */
export const guestsOf = (session: Pick<SessionDetail, 'guests'>, userId: string) =>
  session.guests.find(({ user_id }) => user_id === userId)?.first_names ?? [];
const withoutGuests = (session: SessionItem, userId: string) =>
  isDetail(session) ? session.guests.filter(({ user_id }) => user_id !== userId) : [];
/** The spots a member and their guests take; a list doesn't say who brings guests. */
const spotsOf = (session: SessionItem, userId: string) =>
  1 + (isDetail(session) ? guestsOf(session, userId).length : 0);

/** Another member joined. */
export const joinedBy =
  (person: Person, spots: SpotCounts): Patch =>
  (session) =>
    withSpots(spots)(
      change(
        session,
        { participants: withPerson(session.participants, person) },
        isDetail(session)
          ? {
              declined: withoutPerson(session.declined, person.id),
              invited: withoutPerson(session.invited, person.id),
            }
          : {},
      ),
    );

/** Another member left. */
export const leftBy =
  (userId: string, spots: SpotCounts): Patch =>
  (session) =>
    withSpots(spots)(
      change(
        session,
        { participants: withoutPerson(session.participants, userId) },
        {
          guests: withoutGuests(session, userId),
          co_host_ids: isDetail(session) ? session.co_host_ids.filter((id) => id !== userId) : [],
        },
      ),
    );

/** The reader takes a spot: a free one, or the one held for them. */
export const joinedByReader =
  (reader: Person): Patch =>
  (session) => {
    if (session.is_participant) return session;
    return change(
      session,
      {
        is_participant: true,
        participants: withPerson(session.participants, reader),
        ...spotsAfter(session, { in: 1, waiting: session.is_waitlisted ? -1 : 0 }),
        is_waitlisted: false,
      },
      {
        waitlist_position: null,
        waitlist_reason: null,
        offer_expires_at: null,
        next_offer_at: null,
        has_declined: false,
      },
    );
  };

/** The reader gives up the spot: to the waitlist if there is one, else it is free. */
export const leftByReader =
  (readerId: string): Patch =>
  (session) => {
    if (!session.is_participant) return session;
    const participants = withoutPerson(session.participants, readerId);
    const spots = spotsOf(session, readerId);
    const isLast = session.current_participants === spots;
    const nextHost = session.creator.id === readerId ? nextHostOf(session) : undefined;
    return change(
      session,
      {
        is_participant: false,
        participants,
        creator: nextHost ?? session.creator,
        ...spotsAfter(session, { in: -spots }),
        status: isLast ? 'cancelled' : session.status,
        attended: null,
        share_token: null,
      },
      {
        guests: withoutGuests(session, readerId),
        checked_in_user_ids: isDetail(session) ? session.checked_in_user_ids.filter((id) => id !== readerId) : [],
        co_host_ids: isDetail(session) ? session.co_host_ids.filter((id) => id !== readerId) : [],
        next_host_id: null,
      },
    );
  };

export const waitlisted: Patch = (session) => {
  if (session.is_waitlisted) return session;
  const spots = spotsAfter(session, { waiting: 1 });
  return change(
    session,
    { is_waitlisted: true, ...spots },
    { waitlist_position: spots.waitlist_count, waitlist_reason: 'full' },
  );
};

/** Off the waitlist. The spot owed to the reader goes to the next member, or is free again. */
export const noLongerWaitlisted: Patch = (session) => {
  if (!session.is_waitlisted) return session;
  return change(
    session,
    { is_waitlisted: false, ...spotsAfter(session, { waiting: -1 }) },
    { waitlist_position: null, waitlist_reason: null, offer_expires_at: null, next_offer_at: null },
  );
};

export const spotOffered =
  (offer_expires_at: string): Patch =>
  (session) =>
    change(session, { is_waitlisted: true }, { offer_expires_at, waitlist_reason: 'your_turn', next_offer_at: null });

/** Sets who has checked in. The server lists them in the order of their ids. */
export const checkedIn =
  (userIds: readonly string[], attended: boolean, readerId: string | undefined): Patch =>
  (session) => {
    const isReader = readerId !== undefined && userIds.includes(readerId);
    const known = isDetail(session) ? session.checked_in_user_ids : [];
    const checked_in_user_ids = attended
      ? [...new Set([...known, ...userIds])].sort()
      : known.filter((id) => !userIds.includes(id));
    return change(session, isReader ? { attended: attended || null } : {}, { checked_in_user_ids });
  };

export const withCoHost =
  (userId: string, isCoHost: boolean): Patch =>
  (session) => {
    const others = isDetail(session) ? session.co_host_ids.filter((id) => id !== userId) : [];
    return change(session, {}, { co_host_ids: isCoHost ? [...others, userId] : others });
  };

/** The guests the reader brings from now on. */
export const withGuests =
  (userId: string, first_names: (string | null)[]): Patch =>
  (session) => {
    if (!isDetail(session)) return session;
    const added = first_names.length - guestsOf(session, userId).length;
    const others = withoutGuests(session, userId);
    return change(session, spotsAfter(session, { in: added }), {
      guests: first_names.length > 0 ? [...others, { user_id: userId, first_names }] : others,
    });
  };

/** The reader was invited and can't go. */
export const declinedByReader: Patch = (session) => change(session, {}, { has_declined: true });

export const cancelled =
  (cancel_reason: string | null): Patch =>
  (session) =>
    change(session, { status: 'cancelled' }, { offer_expires_at: null, cancel_reason });

/** Sets another start and, if given, another length. */
export const movedTo =
  (start: string, minutes?: number): Patch =>
  (session) => {
    const duration_minutes = minutes ?? session.duration_minutes;
    const end = new Date(Date.parse(start) + duration_minutes * 60_000).toISOString();
    return {
      ...session,
      duration_minutes,
      start_time: timeAt(new Date(start).toISOString(), session.start_time),
      end_time: timeAt(end, session.end_time),
    };
  };

/** Whether the reader is in the whole series or in single sessions. */
export const withSeries =
  (joined: boolean): Patch =>
  (session) =>
    isDetail(session) && session.series ? change(session, {}, { series: { ...session.series, joined } }) : session;
