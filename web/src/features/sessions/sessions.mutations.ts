import { midSentence } from '@spotter/contract/time-words.ts';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { momentInWords } from '#platform/wall-time.ts';
import { dropFromLists, putSession } from './cache/session-cache.ts';
import { putAnswer, runMutation, type SessionMutation } from './cache/session-mutation.ts';
import { cancelled, movedTo } from './cache/session-patches.ts';
import { type Scoped, useSessionCall, useSessionMutation } from './cache/use-session-mutation.ts';
import type { SessionDetail } from './session.ts';
import { clockTime } from './times/session-time.ts';

const cancelSession: SessionMutation<Scoped & { reason?: string }, unknown> = {
  name: 'cancelSession',
  send: ({ session, scope = 'this', reason }) =>
    api.cancelSession({ params: { id: session.id }, query: { scope, reason: reason || undefined } }),
  patch: ({ reason }) => cancelled(reason || null),
  failureText: "Couldn't cancel the session.",
  onSuccess(_answer, { session, scope = 'this' }, { queryClient }) {
    dropFromLists(queryClient, session.id);
    toasts.success(
      scope === 'this' ? `${session.title} is cancelled.` : `${session.title} is cancelled from here on.`,
      { text: 'We let everyone know.' },
    );
  },
  onRefused: (error) => error.code === 'session_cancelled',
};

type Start = Scoped & { start: string; minutes: number; quiet?: boolean };

const updateSessionStart: SessionMutation<Start, SessionDetail> = {
  name: 'updateSessionStart',
  send: ({ session, start, minutes, scope = 'this' }) => {
    const moved = Date.parse(start) === Date.parse(session.start_time.utc) ? {} : { start_time: start };
    const resized = minutes === session.duration_minutes ? {} : { duration_minutes: minutes };
    return api.updateSession({ params: { id: session.id }, body: { ...moved, ...resized, scope } });
  },
  patch: ({ start, minutes }) => movedTo(start, minutes),
  failureText: "Couldn't move the session.",
  onSuccess(answer, variables, context) {
    putAnswer(answer, variables, context);
    const { session, scope, quiet } = variables;
    if (quiet) return;
    const { start_time } = answer;
    const start = midSentence(momentInWords(start_time.utc, start_time.timezone));
    const isMoved = start_time.utc !== session.start_time.utc;
    const words = isMoved ? `Moved to ${start}.` : `Now ends at ${clockTime(answer.end_time)}.`;
    toasts.success(words, {
      id: `move-${session.id}`,
      text: session.current_participants > 1 ? 'We let everyone know.' : undefined,
      action: {
        label: 'Undo',
        onSelect: () =>
          void runMutation(
            context,
            updateSessionStart,
            {
              session: answer,
              start: session.start_time.utc,
              minutes: session.duration_minutes,
              scope,
              quiet: true,
            },
            true,
          ),
      },
    });
  },
};

export const useCancelSession = () => useSessionMutation(cancelSession);
/** Gives a session another start or length, with Undo. `start` is an instant. */
export const useUpdateSessionStart = () => useSessionMutation(updateSessionStart);

type SessionInput = NonNullable<Parameters<typeof api.createSession>[0]>['body'];
type SessionChange = NonNullable<Parameters<typeof api.updateSession>[0]>['body'];

export const useCreateSession = () =>
  useSessionCall<SessionInput, SessionDetail>(({ queryClient }) => async (body, options) => {
    const session = await api.createSession({ body }, options);
    putSession(queryClient, session);
    return session;
  });

export const useUpdateSession = (id: string) =>
  useSessionCall<SessionChange, SessionDetail>(({ queryClient }) => async (body, options) => {
    const session = await api.updateSession({ params: { id }, body }, options);
    putSession(queryClient, session);
    return session;
  });
