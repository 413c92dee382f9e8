import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

export type OrganizationExport = Answer<'listOrganizationExports'>['results'][number];

export const isOnItsWay = ({ status }: OrganizationExport) => status === 'queued' || status === 'running';

export const exportKeys = { all: ['organization-exports'] as const };

/** Asked again every other second while one is being made. */
export const exportsQuery = () =>
  queryOptions({
    queryKey: exportKeys.all,
    queryFn: ({ signal }) => api.listOrganizationExports({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.results.some(isOnItsWay) ? 2_000 : false),
  });
