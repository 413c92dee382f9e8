import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

export type Nomination = Answer<'listNominations'>['results'][number];

const listKey = ['nominations', 'list'] as const;

export const nominationsQuery = () =>
  queryOptions({
    queryKey: listKey,
    queryFn: ({ signal }) => api.listNominations({ query: { page_size: 50 } }, { signal }),
  });

export function useRefreshNominations() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: listKey });
}

export function useUpdateNomination() {
  const refresh = useRefreshNominations();
  return useMutation({
    mutationFn: ({ id, status }: Pick<Nomination, 'id' | 'status'>) =>
      api.updateNomination({ params: { id }, body: { status } }),
    onSettled: refresh,
  });
}
