import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export const sessionTypeKeys = { all: ['session-types'] as const };

/** The organization's own session types, in its order. */
export const sessionTypesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...sessionTypeKeys.all, organizationId] as const,
    queryFn: ({ signal }) => api.listSessionTypes({ params: { id: organizationId } }, { signal }),
    select: ({ results }) => results.filter(({ is_active }) => is_active),
  });

/** All of them with the number of upcoming sessions, for the admins who change them. */
export const manageableSessionTypesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...sessionTypeKeys.all, organizationId, 'usage'] as const,
    queryFn: ({ signal }) =>
      api.listSessionTypes({ params: { id: organizationId }, query: { usage: true } }, { signal }),
  });
