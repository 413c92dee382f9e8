import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export const metPeopleQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'met', q] as const,
    queryFn: ({ pageParam, signal }) =>
      api.listMetPeople({ query: { page: pageParam, page_size: 50, ...(q && { q }) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next ? page + 1 : undefined),
    staleTime: 0,
  });

export const reportableQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'reportable', id] as const,
    queryFn: ({ signal }) => api.listReportable({ params: { id } }, { signal }),
    staleTime: 0,
  });
