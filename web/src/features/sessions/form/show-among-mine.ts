import type { QueryClient } from '@tanstack/react-query';
import type { SessionDetail, SessionItem, SessionPage } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';

const bySoonest = (one: SessionItem, other: SessionItem) => one.start_time.utc.localeCompare(other.start_time.utc);

/** Shows a new session in the reader's list before that is read again. */
export function showAmongMine(queryClient: QueryClient, session: SessionDetail) {
  queryClient.setQueryData<SessionPage>(sessionKeys.list('mine'), (page) => {
    if (!page || page.results.some(({ id }) => id === session.id)) return page;
    return { ...page, count: page.count + 1, results: [...page.results, session].toSorted(bySoonest) };
  });
}
