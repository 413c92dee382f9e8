import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

const gymKeys = {
  accessible: (organizationId: string | undefined) => ['gyms', 'accessible', organizationId ?? null] as const,
};

export const accessibleGymsQuery = (organizationId?: string) =>
  queryOptions({
    queryKey: gymKeys.accessible(organizationId),
    queryFn: ({ signal }) => api.listAccessibleGyms({ query: { organization_id: organizationId } }, { signal }),
  });
