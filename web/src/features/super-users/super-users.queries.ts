import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export type SuperUser = Answer<'listSuperUsers'>['results'][number];

const listKey = ['super-users', 'list'] as const;
export const PAGE_SIZE = 50;

export const superUsersQuery = (page: number) =>
  queryOptions({
    queryKey: [...listKey, page],
    queryFn: ({ signal }) => api.listSuperUsers({ query: { page, page_size: PAGE_SIZE } }, { signal }),
  });

export function useRefreshSuperUsers() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: listKey });
}

export function useRemoveSuperUser() {
  const refresh = useRefreshSuperUsers();
  return useMutation({
    mutationFn: ({ id }: SuperUser) => api.deleteSuperUser({ params: { id } }),
    onSuccess: (_, { email }) => toasts.success(`${email} is no longer a super admin`),
    onError: (error) => toasts.error(errorText(error, "Couldn't remove the super admin. Try again.")),
    onSettled: refresh,
  });
}
