import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

export type OrganizationOverview = Answer<'listOrganizations'>['results'][number];

export const organizationsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['organizations', 'list', search, page],
    queryFn: ({ signal }) =>
      api.listOrganizations({ query: { search: search || undefined, page, page_size: 20 } }, { signal }),
    placeholderData: keepPreviousData,
  });
