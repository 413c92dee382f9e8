import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

export type AuditEntry = Answer<'listAuditLog'>['results'][number];
export type AuditQuery = NonNullable<NonNullable<Parameters<typeof api.exportAuditLog>[0]>['query']>;

export const auditLogQuery = (filters: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filters] as const,
    queryFn: ({ pageParam, signal }) => api.listAuditLog({ query: { ...filters, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next, results }) => (next ? results.at(-1)?.id : undefined),
    // Everything else in the admin area adds to it.
    staleTime: 0,
  });

export const auditActorsQuery = () =>
  queryOptions({
    queryKey: ['audit-actors'] as const,
    queryFn: ({ signal }) => api.listAuditActors({}, { signal }),
  });
