import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** The organization's own session types, in its order. */
export const sessionTypesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['session-types', organizationId] as const,
    queryFn: ({ signal }) => api.listSessionTypes({ params: { id: organizationId } }, { signal }),
    select: ({ results }) => results.filter(({ is_active }) => is_active),
  });
