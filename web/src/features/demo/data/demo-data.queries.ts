import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export type DemoDataJob = Answer<'getDemoDataJob'>;

const key = ['demo-data'] as const;
export const PAGE_SIZE = 20;

export const isMaking = ({ status }: DemoDataJob) => status === 'queued' || status === 'running';
/** What a job made goes away in the background. */
export const isRemoving = ({ status, organization_id }: DemoDataJob) =>
  organization_id !== null && ['failed', 'cancelled', 'removed'].includes(status);

/** Every second while something happens, which is what makes the progress live. */
export const demoDataQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, page],
    queryFn: ({ signal }) => api.listDemoDataJobs({ query: { page, page_size: PAGE_SIZE } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.results.some((job) => isMaking(job) || isRemoving(job)) ? 1_000 : false,
  });

export function useRefreshDemoData() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: key });
}

export function useCancelDemoData() {
  const refresh = useRefreshDemoData();
  return useMutation({
    mutationFn: ({ id }: DemoDataJob) => api.cancelDemoDataJob({ params: { jobId: id } }),
    onSuccess: () => toasts.success('Cancelled. We remove what was made so far.'),
    onError: (error) => toasts.error(errorText(error, "Couldn't cancel. Try again.")),
    onSettled: refresh,
  });
}

export function useRemoveDemoData() {
  const refresh = useRefreshDemoData();
  return useMutation({
    mutationFn: ({ id }: DemoDataJob) => api.removeDemoData({ params: { jobId: id } }),
    onSuccess: () => toasts.success('Removing everything it made'),
    onError: (error) => toasts.error(errorText(error, "Couldn't remove the demo data. Try again.")),
    onSettled: refresh,
  });
}
