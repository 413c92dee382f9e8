import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { reportsKey } from './reports.realtime.ts';

export type ReportItem = Answer<'listReports'>['results'][number];
export type OpenedReport = Answer<'getReport'>;
export type ReportFilter = 'open' | 'closed';

const keys = { all: reportsKey };

export const reportsQuery = (status: ReportFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.all, 'list', status],
    queryFn: ({ pageParam, signal }) => api.listReports({ query: { status, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next, results }) => (next ? results.at(-1)?.id : undefined),
    staleTime: 0,
  });

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => api.getReport({ params: { id } }, { signal }),
    staleTime: 0,
  });

/** The reported photo as an address for the page; it has none of its own. */
export const reportPhotoQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.all, 'photo', id],
    queryFn: async ({ signal }) => {
      const file: unknown = await api.getReportPhoto({ params: { id } }, { signal });
      return file instanceof Blob ? URL.createObjectURL(file) : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How many reports wait. Live events keep it true for the gym's own admins; Spotter support asks now and then. */
export function useOpenReports(enabled: boolean): number {
  const { emulation } = useLogin();
  const { data } = useQuery({
    queryKey: [...keys.all, 'open'],
    queryFn: ({ signal }) => api.listReports({ query: { status: 'open', page_size: 1 } }, { signal }),
    refetchInterval: emulation ? 60_000 : false,
    enabled,
  });
  return data?.count ?? 0;
}

export function useRefreshReports() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keys.all });
}
