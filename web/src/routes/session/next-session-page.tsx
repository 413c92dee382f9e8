import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { mySessionsQuery } from '#features/sessions/sessions.queries.ts';
import { serverNow } from '#platform/server-clock.ts';
import { PageWait } from '#routes/waiting.tsx';

/** Where the installed app's shortcut leads: the session that runs or comes next, or home if none is planned. */
export function NextSessionPage() {
  const { data, isPending } = useQuery(mySessionsQuery());
  if (isPending) return <PageWait />;
  const next = data?.results.find(({ end_time }) => Date.parse(end_time.utc) > serverNow());
  return <Navigate replace to={next ? `/app/sessions/${next.id}` : '/app'} />;
}
