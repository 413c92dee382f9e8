import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

export type Profile = Answer<'getUser'>;

export const profileKeys = {
  /** What other features know of people is under this key too. */
  all: ['people'] as const,
  one: (id: string) => ['people', 'profile', id] as const,
};

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: profileKeys.one(id),
    queryFn: ({ signal }) => api.getUser({ params: { id } }, { signal }),
    staleTime: 0,
    meta: { kept: true },
  });
