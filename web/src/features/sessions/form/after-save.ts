import type { QueryClient } from '@tanstack/react-query';
import { putSession } from '../session-cache.ts';
import { type SessionDetail, type SessionPage, sessionKeys } from '../sessions.queries.ts';

const bySoonest = (one: SessionPage['results'][number], other: SessionPage['results'][number]) =>
  one.start_time.utc.localeCompare(other.start_time.utc);

/** A new session stands among one's own at once; every other list is read anew. */
export function showNew(queryClient: QueryClient, session: SessionDetail) {
  putSession(queryClient, session);
  queryClient.setQueryData<SessionPage>(sessionKeys.list('mine'), (page) => {
    if (!page || page.results.some(({ id }) => id === session.id)) return page;
    return { ...page, count: page.count + 1, results: [...page.results, session].toSorted(bySoonest) };
  });
  void queryClient.invalidateQueries({ queryKey: sessionKeys.all });
}

export function showChanged(queryClient: QueryClient, session: SessionDetail) {
  putSession(queryClient, session);
  void queryClient.invalidateQueries({ queryKey: sessionKeys.all });
}
