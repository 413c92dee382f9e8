import type { QueryClient } from '@tanstack/react-query';
import type { SessionDetail, SessionItem, SessionPage } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';

const bySoonest = (one: SessionItem, other: SessionItem) => one.start_time.utc.localeCompare(other.start_time.utc);

/** A new session stands among one's own before that list has been read anew. */
export function showAmongMine(queryClient: QueryClient, session: SessionDetail) {
  queryClient.setQueryData<SessionPage>(sessionKeys.list('mine'), (page) => {
    if (!page || page.results.some(({ id }) => id === session.id)) return page;
    return { ...page, count: page.count + 1, results: [...page.results, session].toSorted(bySoonest) };
  });
}
