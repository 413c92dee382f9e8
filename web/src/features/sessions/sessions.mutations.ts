import { midSentence } from '@spotter/contract/time-words.ts';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { momentInWords } from '#platform/wall-time.ts';
import { dropFromLists, putSession } from './cache/session.cache.ts';
import { cancelled, movedTo } from './cache/session-patches.ts';
import { putAnswer, runWrite, type Scoped, type SessionWrite, sessionWrite } from './cache/session-write.ts';
import { useSessionCall, useSessionWrite } from './cache/use-session-write.ts';
import type { SessionDetail } from './session.ts';
import { clockTime } from './times/session-time.ts';

export const cancelSession: SessionWrite<Scoped & { reason?: string }, unknown> = sessionWrite({
  name: 'cancelSession',
  words: ({ session }) => `Cancel ${session.title}`,
  send: ({ session, scope = 'this', reason }, options) =>
    api.cancelSession({ params: { id: session.id }, query: { scope, reason: reason || undefined } }, options),
  patch: ({ reason }) => cancelled(reason || null),
  failureText: "Couldn't cancel the session.",
  onSent(_answer, { session, scope = 'this' }, { queryClient }) {
    dropFromLists(queryClient, session.id);
    toasts.success(
      scope === 'this' ? `${session.title} is cancelled.` : `${session.title} is cancelled from here on.`,
      { text: 'We let everyone know.' },
    );
  },
  onRefused: (error) => error.code === 'session_cancelled',
});

type Start = Scoped & { start: string; minutes: number; quiet?: boolean };

export const updateSessionStart: SessionWrite<Start, SessionDetail> = sessionWrite({
  name: 'updateSessionStart',
  words: ({ session }) => `Move ${session.title}`,
  send: ({ session, start, minutes, scope = 'this' }, options) => {
    const moved = Date.parse(start) === Date.parse(session.start_time.utc) ? {} : { start_time: start };
    const resized = minutes === session.duration_minutes ? {} : { duration_minutes: minutes };
    return api.updateSession({ params: { id: session.id }, body: { ...moved, ...resized, scope } }, options);
  },
  patch: ({ start, minutes }) => movedTo(start, minutes),
  failureText: "Couldn't move the session.",
  onSent(answer, variables, context) {
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
          void runWrite(
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
});

export const useCancelSession = () => useSessionWrite(cancelSession);
/** Gives a session another start or length, with Undo. `start` is an instant. */
export const useUpdateSessionStart = () => useSessionWrite(updateSessionStart);

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
