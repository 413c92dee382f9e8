import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export type Demo = Answer<'listDemos'>['results'][number];
export type DemoLimits = Answer<'getDemoLimits'>;

const key = ['demos'] as const;
export const PAGE_SIZE = 20;
/** Visitors come and go while the page is open. */
const EVERY_MS = 10_000;

export const demosQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, 'list', page],
    queryFn: ({ signal }) => api.listDemos({ query: { page, page_size: PAGE_SIZE } }, { signal }),
    refetchInterval: EVERY_MS,
  });

export const demoLimitsQuery = queryOptions({
  queryKey: [...key, 'limits'],
  queryFn: ({ signal }) => api.getDemoLimits({}, { signal }),
  refetchInterval: EVERY_MS,
});

export function useRefreshDemos() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: key });
}

export function useEndDemo() {
  const refresh = useRefreshDemos();
  return useMutation({
    mutationFn: ({ id }: Demo) => api.deleteDemo({ params: { id } }),
    onSuccess: () => toasts.success('The demo has ended'),
    onError: (error) => toasts.error(errorText(error, "Couldn't end the demo. Try again.")),
    onSettled: refresh,
  });
}

export function useEndAllDemos() {
  const refresh = useRefreshDemos();
  return useMutation({
    mutationFn: () => api.deleteAllDemos(),
    onSuccess: ({ deleted }) => toasts.success(deleted === 1 ? '1 demo has ended' : `${deleted} demos have ended`),
    onError: (error) => toasts.error(errorText(error, "Couldn't end the demos. Try again.")),
    onSettled: refresh,
  });
}
