import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import type { SessionProposal } from '@spotter/contract/sessions/proposals.ts';
import { useMemo } from 'react';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { dropFromLists, patchSession, putSession } from './cache/session-cache.ts';
import { carryOut, type Plan, settle, type Tools, useTools } from './cache/session-change.ts';
import {
  cancelled,
  checkedIn,
  joinedByReader,
  leftByReader,
  movedTo,
  noLongerWaitlisted,
  waitlisted,
  withSeries,
} from './cache/session-patches.ts';
import { sessionChat } from './messages/session-chat.ts';
import type { ProposalPage, SessionDetail, SessionItem } from './session.ts';
import { sessionKeys } from './sessions.keys.ts';
import { clockTime, dayIn, dayInWords, dayOf } from './times/session-time.ts';

export type Scope = 'this' | 'following' | 'all';
type Target = { session: SessionItem };
type Scoped = Target & { scope?: Scope };

const params = ({ session }: Target) => ({ id: session.id });

/** Runs a plan with the reader's own tools: one function, the same for as long as the reader is. */
function usePlan<V extends Target, A>(plan: Plan<V, A>) {
  const tools = useTools();
  return useMemo(() => (variables: V) => carryOut(tools, plan, variables), [tools, plan]);
}

const join: Plan<Scoped & { quiet?: boolean }, SessionDetail> = {
  name: 'join',
  send: (target, options) =>
    api.joinSession({ params: params(target), body: { scope: target.scope ?? 'this' } }, options),
  patch:
    ({ scope = 'this' }, { reader }) =>
    (session) =>
      scope === 'this' ? joinedByReader(reader)(session) : withSeries(true)(joinedByReader(reader)(session)),
  failed: "Couldn't add you to the session.",
  done(answer, variables, tools) {
    settle(answer, variables, tools);
    const { session, scope = 'this', quiet } = variables;
    if (quiet) return;
    toasts.success(
      scope === 'this' ? `You're in for ${session.title}.` : `You're in for every upcoming ${session.title}.`,
      {
        id: `spot-${session.id}`,
        action: {
          label: 'Undo',
          onSelect: () => void carryOut(tools, leave, { session: answer, scope, quiet: true }, true),
        },
      },
    );
  },
  refused(error, { session }, tools) {
    if (error.code === 'already_joined') return true;
    if (error.code !== 'session_full') return false;
    // Another member was quicker. The button now offers the waitlist, and so does the toast.
    patchSession(tools.queryClient, session.id, (shown) => ({
      ...shown,
      available_spots: 0,
      can_join: false,
      cannot_join_reason: 'session_full',
      ...('can_wait' in shown ? { can_wait: true } : {}),
    }));
    toasts.warning(error.message, {
      text: 'The last spot was just taken.',
      action: { label: 'Join waitlist', onSelect: () => void carryOut(tools, wait, { session }, true) },
    });
    return true;
  },
};

const leave: Plan<Scoped & { quiet?: boolean }, SessionDetail> = {
  name: 'leave',
  send: (target, options) =>
    api.leaveSession({ params: params(target), body: { scope: target.scope ?? 'this' } }, options),
  patch:
    ({ scope = 'this' }, { reader }) =>
    (session) =>
      scope === 'this' ? leftByReader(reader.id)(session) : withSeries(false)(leftByReader(reader.id)(session)),
  failed: "Couldn't leave the session. You're still in.",
  done(answer, variables, tools) {
    settle(answer, variables, tools);
    const { session, scope = 'this', quiet } = variables;
    if (quiet) return;
    // No way back into a session that has a new host, is over, or whose spot went to the waitlist.
    const canReturn = answer.can_join && session.creator.id !== tools.reader.id;
    toasts.show(`You left ${session.title}.`, {
      id: `spot-${session.id}`,
      text: answer.status === 'cancelled' ? "No one else was in, so it's cancelled." : undefined,
      action: canReturn
        ? { label: 'Undo', onSelect: () => void carryOut(tools, join, { session: answer, scope, quiet: true }, true) }
        : undefined,
    });
  },
  refused: (error) => error.code === 'not_a_participant',
};

const wait: Plan<Target, SessionDetail> = {
  name: 'wait',
  send: (target) => api.joinWaitlist({ params: params(target) }),
  patch: () => waitlisted,
  failed: "Couldn't add you to the waitlist.",
  done: settle,
  refused(error, { session }, tools) {
    if (error.code === 'already_on_waitlist') return true;
    if (error.code !== 'not_full') return false;
    toasts.info(error.message, {
      action: { label: 'Join', onSelect: () => void carryOut(tools, join, { session }, true) },
    });
    return true;
  },
};

const leaveWaitlist: Plan<Target & { quiet?: boolean }, SessionDetail> = {
  name: 'leave-waitlist',
  send: (target) => api.leaveWaitlist({ params: params(target) }),
  patch: () => noLongerWaitlisted,
  failed: "Couldn't take you off the waitlist.",
  done(answer, variables, tools) {
    settle(answer, variables, tools);
    toasts.show(`You left the waitlist for ${variables.session.title}.`, { id: `spot-${variables.session.id}` });
  },
  refused: (error) => error.code === 'not_on_waitlist',
};

const claimSpot: Plan<Target, SessionDetail> = {
  name: 'claim-spot',
  send: (target) => api.claimSpot({ params: params(target) }),
  patch: (_variables, { reader }) => joinedByReader(reader),
  failed: "Couldn't claim your spot.",
  done(answer, variables, tools) {
    settle(answer, variables, tools);
    toasts.success(`You're in for ${variables.session.title}.`, { id: `spot-${variables.session.id}` });
  },
};

const checkIn: Plan<Target & { userIds: string[]; attended: boolean }, SessionDetail> = {
  name: 'check-in',
  subject: ({ userIds, attended }) => `check-in ${userIds.join()} ${attended}`,
  send: ({ session, userIds, attended }) =>
    api.checkIn({ params: { id: session.id }, body: { user_ids: userIds, attended } }),
  patch: ({ userIds, attended }, { reader }) => checkedIn(userIds, attended, reader.id),
  failed: "Couldn't save the check-in.",
};

const cancel: Plan<Scoped & { reason?: string }, unknown> = {
  name: 'cancel',
  send: ({ session, scope = 'this', reason }) =>
    api.cancelSession({ params: { id: session.id }, query: { scope, reason: reason || undefined } }),
  patch: ({ reason }) => cancelled(reason || null),
  failed: "Couldn't cancel the session.",
  done(_answer, { session, scope = 'this' }, { queryClient }) {
    dropFromLists(queryClient, session.id);
    toasts.success(
      scope === 'this' ? `${session.title} is cancelled.` : `${session.title} is cancelled from here on.`,
      { text: 'We let everyone know.' },
    );
  },
  refused: (error) => error.code === 'session_cancelled',
};

type Move = Scoped & { start: string; quiet?: boolean };

const move: Plan<Move, SessionDetail> = {
  name: 'move',
  send: ({ session, start, scope = 'this' }) =>
    api.updateSession({ params: { id: session.id }, body: { start_time: start, scope } }),
  patch: ({ start }) => movedTo(start),
  failed: "Couldn't move the session.",
  done(answer, variables, tools) {
    settle(answer, variables, tools);
    const { session, scope, quiet } = variables;
    if (quiet) return;
    const { start_time } = answer;
    const day = dayInWords(dayOf(start_time), dayIn(start_time.timezone, new Date()));
    toasts.success(`Moved to ${day}, ${clockTime(start_time)}.`, {
      id: `move-${session.id}`,
      text: session.current_participants > 1 ? 'We let everyone know.' : undefined,
      action: {
        label: 'Undo',
        onSelect: () =>
          void carryOut(tools, move, { session: answer, start: session.start_time.utc, scope, quiet: true }, true),
      },
    });
  },
};

type Tap = Target & QuickTap;
export type QuickTap = {
  action: 'running_late' | 'on_my_way' | 'arrived' | 'cant_make_it' | 'need_a_spotter';
  minutes?: number;
};

const quickAction: Plan<Tap, SessionMessage> = {
  name: 'quick-action',
  subject: ({ action }) => `quick ${action}`,
  send: ({ session, action, minutes }, options) =>
    api.sendQuickAction(
      { params: { id: session.id }, body: { action, details: minutes === undefined ? {} : { minutes } } },
      options,
    ),
  patch: ({ action, session }, { reader }) =>
    action === 'arrived' && 'can_check_in' in session && session.can_check_in
      ? checkedIn([reader.id], true, reader.id)
      : (same) => same,
  failed: "Couldn't tell the group.",
  done(message, _variables, { queryClient }) {
    sessionChat.receive(queryClient, message);
    toasts.simple('Sent to the group.', { id: 'quick-action' });
  },
};

type Answered = Target & { proposal: Pick<SessionProposal, 'id' | 'proposed_time'>; answer: 'accept' | 'reject' };

const answerProposal: Plan<Answered, SessionProposal> = {
  name: 'answer-proposal',
  subject: ({ proposal }) => `proposal ${proposal.id}`,
  send({ session, proposal, answer }, options) {
    const target = { params: { id: session.id, proposalId: proposal.id } };
    return answer === 'accept' ? api.acceptProposal(target, options) : api.rejectProposal(target, options);
  },
  patch: ({ proposal, answer }) => (answer === 'accept' ? movedTo(proposal.proposed_time.utc) : (same) => same),
  alongside({ session, proposal, answer }, { queryClient }) {
    const key = sessionKeys.proposals(session.id);
    const set = (status: SessionProposal['status'], can_answer: boolean) =>
      queryClient.setQueryData<ProposalPage>(
        key,
        (page) =>
          page && {
            ...page,
            results: page.results.map((one) => (one.id === proposal.id ? { ...one, status, can_answer } : one)),
          },
      );
    set(answer === 'accept' ? 'accepted' : 'rejected', false);
    return () => set('pending', true);
  },
  failed: "Couldn't send your answer.",
  done(proposal, { session, answer }) {
    const { proposed_time } = proposal;
    const day = dayInWords(dayOf(proposed_time), dayIn(proposed_time.timezone, new Date()));
    toasts.success(
      answer === 'accept' ? `${session.title} moved to ${day}, ${clockTime(proposed_time)}.` : 'Proposal declined.',
      { text: answer === 'accept' ? 'We let everyone know.' : undefined },
    );
  },
};

/** Each answers a function; the function's promise holds what the server said, or null when it did not agree. */
export const useJoinSession = () => usePlan(join);
export const useLeaveSession = () => usePlan(leave);
export const useJoinWaitlist = () => usePlan(wait);
export const useLeaveWaitlist = () => usePlan(leaveWaitlist);
export const useClaimSpot = () => usePlan(claimSpot);
export const useCheckIn = () => usePlan(checkIn);
export const useCancelSession = () => usePlan(cancel);
/** Moves a session to another start, keeping its length; with a way back. `start` is an instant. */
export const useMoveSession = () => usePlan(move);
export const useQuickAction = () => usePlan(quickAction);
export const useAnswerProposal = () => usePlan(answerProposal);

type Send<B, A> = (body: B, options: { idempotencyKey: string }) => Promise<A>;
export type SessionInput = NonNullable<Parameters<typeof api.createSession>[0]>['body'];
export type SessionChange = NonNullable<Parameters<typeof api.updateSession>[0]>['body'];
export type ProposalInput = NonNullable<Parameters<typeof api.createProposal>[0]>['body'];

/** For forms, with useSubmit: what is wrong is thrown, so that the form can show it where it belongs. */
function useSend<B, A>(make: (tools: Tools) => Send<B, A>): Send<B, A> {
  const tools = useTools();
  return async (body, options) => {
    const answer = await make(tools)(body, options);
    void tools.queryClient.invalidateQueries({ queryKey: sessionKeys.all });
    return answer;
  };
}

export const useCreateSession = () =>
  useSend<SessionInput, SessionDetail>(({ queryClient }) => async (body, options) => {
    const session = await api.createSession({ body }, options);
    putSession(queryClient, session);
    return session;
  });

export const useUpdateSession = (id: string) =>
  useSend<SessionChange, SessionDetail>(({ queryClient }) => async (body, options) => {
    const session = await api.updateSession({ params: { id }, body }, options);
    putSession(queryClient, session);
    return session;
  });

/** A new proposal, or with `counters` the answer to one. */
export const useCreateProposal = (id: string, counters?: string) =>
  useSend<ProposalInput, SessionProposal>(
    () => (body, options) =>
      counters
        ? api.counterProposal({ params: { id, proposalId: counters }, body }, options)
        : api.createProposal({ params: { id }, body }, options),
  );
