import { useQuery, useQueryClient } from '@tanstack/react-query';
import { agendaQuery, mySessionsQuery, type SessionItem, type SessionPage, sessionKeys } from './sessions.queries.ts';

/** A session out of the lists: those already read first, then one's own and the gym's coming weeks. */
export function useListedSession(id: string, gym: { id: string; timezone: string } | null) {
  const queryClient = useQueryClient();
  const known = queryClient
    .getQueriesData<SessionPage>({ queryKey: sessionKeys.lists })
    .flatMap(([, page]) => page?.results ?? [])
    .find((session) => session.id === id);
  const mine = useQuery({ ...mySessionsQuery(), enabled: !known });
  const agenda = useQuery({ ...agendaQuery(gym ?? { id: '', timezone: 'UTC' }), enabled: !known && gym !== null });
  const found = (page: SessionPage | undefined) => page?.results.find((session) => session.id === id);
  const session: SessionItem | undefined = known ?? found(mine.data) ?? found(agenda.data);
  const retry = () => void Promise.all([mine.refetch(), agenda.refetch()]);
  return {
    session,
    loading: !session && (mine.isPending || agenda.isFetching),
    failed: mine.isError || agenda.isError,
    retry,
  };
}
