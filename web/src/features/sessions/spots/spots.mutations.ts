import { api } from '#platform/api/api.ts';
import { noAnswer } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { patchSession } from '../cache/session-cache.ts';
import { putAnswer, runMutation, type SessionMutation } from '../cache/session-mutation.ts';
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
import { type Scoped, type Target, useSessionMutation } from '../cache/use-session-mutation.ts';
import type { SessionDetail } from '../session.ts';
import { queueJoin } from './join-queue.ts';

const params = ({ session }: Target) => ({ id: session.id });

/** `startTime`: the other time that an invited member chose. */
export const joinSession: SessionMutation<Scoped & { quiet?: boolean; startTime?: string }, SessionDetail> = {
  name: 'joinSession',
  // Offline the result is known at once, so the join is queued.
  send: async (target, options) => {
    if (navigator.onLine === false) throw noAnswer();
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
  onSuccess(answer, variables, context) {
    putAnswer(answer, variables, context);
    const { session, scope = 'this', quiet } = variables;
    if (quiet) return;
    toasts.success(
      scope === 'this' ? `You're in for ${session.title}.` : `You're in for every upcoming ${session.title}.`,
      {
        id: `spot-${session.id}`,
        action: {
          label: 'Undo',
          onSelect: () => void runMutation(context, leaveSession, { session: answer, scope, quiet: true }, true),
        },
      },
    );
  },
  onRefused(error, { session, scope = 'this', startTime }, context) {
    if (error.code === 'already_joined') return true;
    if (error.status === 0 && !startTime) {
      queueJoin(context.queryClient, session, scope);
      return true;
    }
    if (error.code !== 'session_full') return false;
    // Another member was quicker. The button and the toast now offer the waitlist.
    patchSession(context.queryClient, session.id, (shown) => ({
      ...shown,
      available_spots: 0,
      can_join: false,
      cannot_join_reason: 'session_full',
      ...('can_wait' in shown ? { can_wait: true } : {}),
    }));
    toasts.warning(error.message, {
      id: `spot-${session.id}`,
      text: 'The last spot was just taken.',
      action: { label: 'Join waitlist', onSelect: () => void runMutation(context, joinWaitlist, { session }, true) },
    });
    return true;
  },
};

const leaveSession: SessionMutation<Scoped & { quiet?: boolean }, SessionDetail> = {
  name: 'leaveSession',
  send: (target, options) =>
    api.leaveSession({ params: params(target), body: { scope: target.scope ?? 'this' } }, options),
  patch:
    ({ scope = 'this' }, { reader }) =>
    (session) =>
      scope === 'this' ? leftByReader(reader.id)(session) : withSeries(false)(leftByReader(reader.id)(session)),
  failureText: "Couldn't leave the session. You're still in.",
  onSuccess(answer, variables, context) {
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
            onSelect: () => void runMutation(context, joinSession, { session: answer, scope, quiet: true }, true),
          }
        : undefined,
    });
  },
  onRefused: (error) => error.code === 'not_a_participant',
};

const setCoHost: SessionMutation<Target & { userId: string; isCoHost: boolean }, SessionDetail> = {
  name: 'setCoHost',
  control: ({ userId }) => `co-host ${userId}`,
  send: ({ session, userId, isCoHost }) =>
    api.setCoHost({ params: { id: session.id, userId }, body: { is_co_host: isCoHost } }),
  patch: ({ userId, isCoHost }) => withCoHost(userId, isCoHost),
  failureText: "Couldn't change the co-hosts.",
  onSuccess: putAnswer,
};

type GuestsTarget = Target & { firstNames: (string | null)[]; before: (string | null)[]; quiet?: boolean };

const setGuests: SessionMutation<GuestsTarget, SessionDetail> = {
  name: 'setGuests',
  // One may be removed right after one was added. A double tap must not remove the guest who takes the first one's place.
  control: ({ firstNames, before }) =>
    firstNames.length > before.length ? `guest ${firstNames.length} added` : 'guest removed',
  send: ({ session, firstNames }) => api.setGuests({ params: { id: session.id }, body: { first_names: firstNames } }),
  patch: ({ firstNames }, { reader }) => withGuests(reader.id, firstNames),
  failureText: "Couldn't change your guests.",
  onSuccess(answer, variables, context) {
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
          void runMutation(context, setGuests, back, true);
        },
      },
    });
  },
};

const declineSession: SessionMutation<Target, SessionDetail> = {
  name: 'declineSession',
  send: (target) => api.declineSession({ params: params(target) }),
  patch: () => declinedByReader,
  failureText: "Couldn't tell the host.",
  onSuccess(answer, variables, context) {
    putAnswer(answer, variables, context);
    toasts.success("The host knows you can't go.", { id: `spot-${variables.session.id}` });
  },
};

const joinWaitlist: SessionMutation<Target, SessionDetail> = {
  name: 'joinWaitlist',
  send: (target) => api.joinWaitlist({ params: params(target) }),
  patch: () => waitlisted,
  failureText: "Couldn't add you to the waitlist.",
  onSuccess(answer, variables, context) {
    putAnswer(answer, variables, context);
    // It may still say that the session is full.
    toasts.dismiss(`spot-${variables.session.id}`);
  },
  onRefused(error, { session }, context) {
    if (error.code === 'already_on_waitlist') return true;
    if (error.code !== 'not_full') return false;
    toasts.info(error.message, {
      id: `spot-${session.id}`,
      action: { label: 'Join', onSelect: () => void runMutation(context, joinSession, { session }, true) },
    });
    return true;
  },
};

const leaveWaitlist: SessionMutation<Target & { quiet?: boolean }, SessionDetail> = {
  name: 'leaveWaitlist',
  send: (target) => api.leaveWaitlist({ params: params(target) }),
  patch: () => noLongerWaitlisted,
  failureText: "Couldn't take you off the waitlist.",
  onSuccess(answer, variables, context) {
    putAnswer(answer, variables, context);
    toasts.show(`You left the waitlist for ${variables.session.title}.`, { id: `spot-${variables.session.id}` });
  },
  onRefused: (error) => error.code === 'not_on_waitlist',
};

const claimSpot: SessionMutation<Target, SessionDetail> = {
  name: 'claimSpot',
  send: (target) => api.claimSpot({ params: params(target) }),
  patch: (_variables, { reader }) => joinedByReader(reader),
  failureText: "Couldn't claim your spot.",
  onSuccess(answer, variables, context) {
    putAnswer(answer, variables, context);
    toasts.success(`You're in for ${variables.session.title}.`, { id: `spot-${variables.session.id}` });
  },
};

const checkIn: SessionMutation<Target & { userIds: string[]; attended: boolean }, SessionDetail> = {
  name: 'checkIn',
  control: ({ userIds, attended }) => `check-in ${userIds.join()} ${attended}`,
  send: ({ session, userIds, attended }) =>
    api.checkIn({ params: { id: session.id }, body: { user_ids: userIds, attended } }),
  patch: ({ userIds, attended }, { reader }) => checkedIn(userIds, attended, reader.id),
  failureText: "Couldn't save the check-in.",
};

export const useJoinSession = () => useSessionMutation(joinSession);
export const useLeaveSession = () => useSessionMutation(leaveSession);
export const useJoinWaitlist = () => useSessionMutation(joinWaitlist);
export const useLeaveWaitlist = () => useSessionMutation(leaveWaitlist);
export const useClaimSpot = () => useSessionMutation(claimSpot);
export const useSetCoHost = () => useSessionMutation(setCoHost);
export const useSetGuests = () => useSessionMutation(setGuests);
export const useDeclineSession = () => useSessionMutation(declineSession);
export const useCheckIn = () => useSessionMutation(checkIn);
