import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export type Announcement = Answer<'listAnnouncements'>['results'][number];

export const ANNOUNCEMENTS_PER_PAGE = 20;
const keys = { all: ['announcements'] as const };

/** Asked again while one is going out, so that its numbers move. */
export const announcementsQuery = (page: number) =>
  queryOptions({
    queryKey: [...keys.all, 'list', page],
    queryFn: ({ signal }) => api.listAnnouncements({ query: { page, page_size: ANNOUNCEMENTS_PER_PAGE } }, { signal }),
    placeholderData: (previous) => previous,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.results.some(({ status }) => status === 'sending') ? 2_000 : false),
  });

export const recipientsQuery = (gymId: string | null) =>
  queryOptions({
    queryKey: [...keys.all, 'recipients', gymId],
    queryFn: ({ signal }) => api.countAnnouncementRecipients({ query: { gym_id: gymId ?? undefined } }, { signal }),
    staleTime: 0,
  });

export const announcementQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.all, 'opened', id],
    queryFn: ({ signal }) => api.getAnnouncement({ params: { id } }, { signal }),
  });

export function useRefreshAnnouncements() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keys.all });
}

export function useCancelAnnouncement() {
  const refresh = useRefreshAnnouncements();
  return useMutation({
    mutationFn: (id: string) => api.cancelAnnouncement({ params: { id } }),
    onSuccess: () => toasts.success('Announcement cancelled'),
    onError: (error) => toasts.error(errorText(error, "Couldn't cancel the announcement. Try again.")),
    onSettled: refresh,
  });
}
