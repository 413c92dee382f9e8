import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';

type Online = Answer<'listOnline'>;

/** Who is online now among the people the reader may know of. The live stream keeps it true. */
const onlineQuery = () =>
  queryOptions({
    queryKey: ['online'],
    queryFn: ({ signal }) => api.listOnline({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether a member is online, as far as the reader may know. */
export function useIsOnline(userId: string | undefined): boolean {
  const online = useQuery({
    ...onlineQuery(),
    select: ({ user_ids }) => userId !== undefined && user_ids.includes(userId),
  });
  return online.data ?? false;
}

function show(queryClient: QueryClient, userId: string, online: boolean) {
  queryClient.setQueryData<Online>(onlineQuery().queryKey, (held) => {
    if (!held) return held;
    const others = held.user_ids.filter((id) => id !== userId);
    return { user_ids: online ? [...others, userId] : others };
  });
}

const readAnew = (_event: unknown, queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ queryKey: onlineQuery().queryKey });

export const presenceLive: LiveHandlers = {
  presence: ({ data }, queryClient) => show(queryClient, data.user_id, data.online),
  // While the stream was cut, nobody told who came and went.
  ready: readAnew,
  'me.updated': ({ data: { changed } }, queryClient) => {
    if (changed.includes('shows_online')) readAnew(null, queryClient);
  },
  'friend.added': readAnew,
  'friend.removed': readAnew,
  'conversation.created': readAnew,
  'conversation.updated': readAnew,
  'conversation.left': readAnew,
  'user.hidden': readAnew,
  'user.shown': readAnew,
};
