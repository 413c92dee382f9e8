import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

const feedKey = ['calendar-feed'] as const;

/** Only the server knows when the calendar last synced. */
export const myCalendarFeedQuery = () =>
  queryOptions({
    queryKey: feedKey,
    queryFn: ({ signal }) => api.getMyCalendarFeed({}, { signal }),
    staleTime: 0,
  });

type Feed = Answer<'getMyCalendarFeed'>;

export function useCreateMyCalendarFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.createMyCalendarFeed(),
    onSuccess: ({ created_at }) =>
      queryClient.setQueryData<Feed>(feedKey, { is_active: true, created_at, last_read_at: null }),
    onError: (error) => toasts.error(errorText(error, "Couldn't create your calendar link. Try again.")),
  });
}

export function useRevokeMyCalendarFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.revokeMyCalendarFeed(),
    onSuccess: () => {
      queryClient.setQueryData<Feed>(feedKey, { is_active: false, created_at: null, last_read_at: null });
      toasts.success('Calendar sync is off');
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't turn off calendar sync. Try again.")),
  });
}
