import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { type SessionItem, type SessionPage, sessionKeys } from './sessions.queries.ts';

/** Changes a session wherever it is listed, at once; the flags that depend on the reader are read anew after it. */
function patch(queryClient: QueryClient, sessionId: string, change: (session: SessionItem) => SessionItem) {
  queryClient.setQueriesData<SessionPage>(
    { queryKey: sessionKeys.lists },
    (page) =>
      page && {
        ...page,
        results: page.results.map((session) => (session.id === sessionId ? change(session) : session)),
      },
  );
}

const readAnew = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: sessionKeys.all });

export const sessionsLive: LiveHandlers = {
  'session.created': (_event, queryClient) => readAnew(queryClient),
  'session.updated': (_event, queryClient) => readAnew(queryClient),
  'session.cancelled': ({ data }, queryClient) => {
    queryClient.setQueriesData<SessionPage>(
      { queryKey: sessionKeys.lists },
      (page) => page && { ...page, results: page.results.filter((session) => session.id !== data.session_id) },
    );
    readAnew(queryClient);
  },
  'session.joined': ({ data }, queryClient) => {
    patch(queryClient, data.session_id, (session) => ({
      ...session,
      current_participants: data.current_participants,
      available_spots: data.available_spots,
      waiting_count: data.waiting_count,
      participants: session.participants.some((person) => person.id === data.user.id)
        ? session.participants
        : [...session.participants, data.user],
    }));
    readAnew(queryClient);
  },
  'session.left': ({ data }, queryClient) => {
    patch(queryClient, data.session_id, (session) => ({
      ...session,
      current_participants: data.current_participants,
      available_spots: data.available_spots,
      waiting_count: data.waiting_count,
      participants: session.participants.filter((person) => person.id !== data.user_id),
    }));
    readAnew(queryClient);
  },
  'session.waiting_list_changed': ({ data }, queryClient) =>
    patch(queryClient, data.session_id, (session) => ({
      ...session,
      current_participants: data.current_participants,
      available_spots: data.available_spots,
      waiting_count: data.waiting_count,
    })),
  'user.hidden': (_event, queryClient) => readAnew(queryClient),
  'user.shown': (_event, queryClient) => readAnew(queryClient),
};
