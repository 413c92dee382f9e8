import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { patchSession } from '../cache/session.cache.ts';
import {
  checkedIn,
  declinedByReader,
  joinedByReader,
  leftByReader,
  movedTo,
  noLongerWaitlisted,
  waitlisted,
  withCoHost,
  withGuests,
  withSeries,
} from '../cache/session-patches.ts';
import {
  putAnswer,
  runWrite,
  type Scoped,
  type SessionWrite,
  sessionWrite,
  type Target,
} from '../cache/session-write.ts';
import { useSessionWrite } from '../cache/use-session-write.ts';
import type { SessionDetail } from '../session.ts';

const params = ({ session }: Target) => ({ id: session.id });

/** `startTime`: the other time that an invited member chose. */
export const joinSession: SessionWrite<Scoped & { quiet?: boolean; startTime?: string }, SessionDetail> = sessionWrite({
  name: 'joinSession',
  words: ({ session }) => `Join ${session.title}`,
  send: (target, options) => {
    const { scope = 'this', startTime: start_time } = target;
    return api.joinSession({ params: params(target), body: { scope, start_time } }, options);
  },
  patch:
    ({ scope = 'this', startTime }, { reader }) =>
    (session) => {
      const joined = joinedByReader(reader)(startTime ? movedTo(startTime)(session) : session);
      return scope === 'this' ? joined : withSeries(true)(joined);
    },
  failureText: "Couldn't add you to the session.",
  onSent(answer, variables, context) {
    putAnswer(answer, variables, context);
    const { session, scope = 'this', quiet } = variables;
    if (quiet) return;
    toasts.success(
      scope === 'this' ? `You're in for ${session.title}.` : `You're in for every upcoming ${session.title}.`,
      {
        id: `spot-${session.id}`,
        action: {
          label: 'Undo',
          onSelect: () => void runWrite(context, leaveSession, { session: answer, scope, quiet: true }, true),
        },
      },
    );
  },
  onRefused(error, { session }, context, { hasWaited }) {
    if (error.code === 'already_joined') return true;
    if (error.code !== 'session_full') return false;
    // Another member was quicker. The refusal says so before the session is read again, and the toast offers the waitlist:
    // a reader who could join while there was a spot may wait for one.
    patchSession(context.queryClient, session.id, (shown) => ({
      ...shown,
      available_spots: 0,
      can_join: false,
      cannot_join_reason: 'session_full',
      can_wait: true,
    }));
    toasts.warning(hasWaited ? `${session.title} filled up while you were away` : error.message, {
      id: `spot-${session.id}`,
      text: hasWaited ? 'Join the waitlist?' : 'The last spot was just taken.',
      // It happened while the member was away, so it stays until it is read.
      ...(hasWaited && { duration: Number.POSITIVE_INFINITY }),
      action: { label: 'Join waitlist', onSelect: () => void runWrite(context, joinWaitlist, { session }, true) },
    });
    return true;
  },
});

export const leaveSession: SessionWrite<Scoped & { quiet?: boolean }, SessionDetail> = sessionWrite({
  name: 'leaveSession',
  words: ({ session }) => `Leave ${session.title}`,
  send: (target, options) =>
    api.leaveSession({ params: params(target), body: { scope: target.scope ?? 'this' } }, options),
  patch:
    ({ scope = 'this' }, { reader }) =>
    (session) =>
      scope === 'this' ? leftByReader(reader.id)(session) : withSeries(false)(leftByReader(reader.id)(session)),
  failureText: "Couldn't leave the session. You're still in.",
  onSent(answer, variables, context) {
    putAnswer(answer, variables, context);
    const { session, scope = 'this', quiet } = variables;
    if (quiet) return;
    // No way back into a session that has a new host or has ended, or whose spot went to the waitlist.
    const canReturn = answer.can_join && session.creator.id !== context.reader.id;
    toasts.show(`You left ${session.title}.`, {
      id: `spot-${session.id}`,
      text: answer.status === 'cancelled' ? "No one else was in, so it's cancelled." : undefined,
      action: canReturn
        ? {
            label: 'Undo',
            onSelect: () => void runWrite(context, joinSession, { session: answer, scope, quiet: true }, true),
          }
        : undefined,
    });
  },
  onRefused: (error) => error.code === 'not_a_participant',
});

export const setCoHost = sessionWrite<Target & { userId: string; isCoHost: boolean }, SessionDetail>({
  name: 'setCoHost',
  words: ({ session }) => `Change the co-hosts of ${session.title}`,
  control: ({ userId }) => `co-host ${userId}`,
  send: ({ session, userId, isCoHost }, options) =>
    api.setCoHost({ params: { id: session.id, userId }, body: { is_co_host: isCoHost } }, options),
  patch: ({ userId, isCoHost }) => withCoHost(userId, isCoHost),
  failureText: "Couldn't change the co-hosts.",
  onSent: putAnswer,
});

type GuestsTarget = Target & { firstNames: (string | null)[]; before: (string | null)[]; quiet?: boolean };

export const setGuests: SessionWrite<GuestsTarget, SessionDetail> = sessionWrite({
  name: 'setGuests',
  words: ({ session }) => `Change your guests for ${session.title}`,
  // One may be removed right after one was added. A double tap must not remove the guest who takes the first one's place.
  control: ({ firstNames, before }) =>
    firstNames.length > before.length ? `guest ${firstNames.length} added` : 'guest removed',
  send: ({ session, firstNames }, options) =>
    api.setGuests({ params: { id: session.id }, body: { first_names: firstNames } }, options),
  patch: ({ firstNames }, { reader }) => withGuests(reader.id, firstNames),
  failureText: "Couldn't change your guests.",
  onSent(answer, variables, context) {
    putAnswer(answer, variables, context);
    const { session, firstNames, before, quiet } = variables;
    if (quiet) return;
    const isMore = firstNames.length > before.length;
    toasts.success(isMore ? 'Your guest has a spot.' : "Your guest's spot is free again.", {
      id: `guests-${session.id}`,
      action: {
        label: 'Undo',
        onSelect: () => {
          const back = { session: answer, firstNames: before, before: firstNames, quiet: true };
          void runWrite(context, setGuests, back, true);
        },
      },
    });
  },
});

export const declineSession: SessionWrite<Target, SessionDetail> = sessionWrite({
  name: 'declineSession',
  words: ({ session }) => `Say you can't go to ${session.title}`,
  send: (target, options) => api.declineSession({ params: params(target) }, options),
  patch: () => declinedByReader,
  failureText: "Couldn't tell the host.",
  onSent(answer, variables, context) {
    putAnswer(answer, variables, context);
    toasts.success("The host knows you can't go.", { id: `spot-${variables.session.id}` });
  },
});

export const joinWaitlist: SessionWrite<Target, SessionDetail> = sessionWrite({
  name: 'joinWaitlist',
  words: ({ session }) => `Join waitlist for ${session.title}`,
  send: (target, options) => api.joinWaitlist({ params: params(target) }, options),
  patch: () => waitlisted,
  failureText: "Couldn't add you to the waitlist.",
  onSent(answer, variables, context) {
    putAnswer(answer, variables, context);
    // It may still say that the session is full.
    toasts.dismiss(`spot-${variables.session.id}`);
  },
  onRefused(error, { session }, context) {
    if (error.code === 'already_on_waitlist') return true;
    if (error.code !== 'not_full') return false;
    toasts.info(error.message, {
      id: `spot-${session.id}`,
      action: { label: 'Join', onSelect: () => void runWrite(context, joinSession, { session }, true) },
    });
    return true;
  },
});

export const leaveWaitlist: SessionWrite<Target & { quiet?: boolean }, SessionDetail> = sessionWrite({
  name: 'leaveWaitlist',
  words: ({ session }) => `Leave waitlist for ${session.title}`,
  send: (target, options) => api.leaveWaitlist({ params: params(target) }, options),
  patch: () => noLongerWaitlisted,
  failureText: "Couldn't take you off the waitlist.",
  onSent(answer, variables, context) {
    putAnswer(answer, variables, context);
    toasts.show(`You left the waitlist for ${variables.session.title}.`, { id: `spot-${variables.session.id}` });
  },
  onRefused: (error) => error.code === 'not_on_waitlist',
});

export const claimSpot: SessionWrite<Target, SessionDetail> = sessionWrite({
  name: 'claimSpot',
  words: ({ session }) => `Claim spot in ${session.title}`,
  send: (target, options) => api.claimSpot({ params: params(target) }, options),
  patch: (_variables, { reader }) => joinedByReader(reader),
  failureText: "Couldn't claim your spot.",
  onSent(answer, variables, context) {
    putAnswer(answer, variables, context);
    toasts.success(`You're in for ${variables.session.title}.`, { id: `spot-${variables.session.id}` });
  },
});

export const checkIn: SessionWrite<Target & { userIds: string[]; attended: boolean }, SessionDetail> = sessionWrite({
  name: 'checkIn',
  words: ({ session }) => `Check in at ${session.title}`,
  control: ({ userIds, attended }) => `check-in ${userIds.join()} ${attended}`,
  send: ({ session, userIds, attended }, options) =>
    api.checkIn({ params: { id: session.id }, body: { user_ids: userIds, attended } }, options),
  patch: ({ userIds, attended }, { reader }) => checkedIn(userIds, attended, reader.id),
  failureText: "Couldn't save the check-in.",
});

export const useJoinSession = () => useSessionWrite(joinSession);
export const useLeaveSession = () => useSessionWrite(leaveSession);
export const useJoinWaitlist = () => useSessionWrite(joinWaitlist);
export const useLeaveWaitlist = () => useSessionWrite(leaveWaitlist);
export const useClaimSpot = () => useSessionWrite(claimSpot);
export const useSetCoHost = () => useSessionWrite(setCoHost);
export const useSetGuests = () => useSessionWrite(setGuests);
export const useDeclineSession = () => useSessionWrite(declineSession);
export const useCheckIn = () => useSessionWrite(checkIn);
