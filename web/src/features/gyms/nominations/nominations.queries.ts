import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

export type Nomination = Answer<'listNominations'>['results'][number];
export type NominationStatus = Nomination['status'];

const listKey = ['nominations', 'list'] as const;
export const PAGE_SIZE = 10;

export const nominationsQuery = ({ status, page }: { status: NominationStatus | null; page: number }) =>
  queryOptions({
    queryKey: [...listKey, status, page],
    queryFn: ({ signal }) =>
      api.listNominations({ query: { status: status ?? undefined, page, page_size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  });

export function useRefreshNominations() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: listKey });
}

export function useUpdateNomination() {
  const refresh = useRefreshNominations();
  return useMutation({
    mutationFn: ({ id, status, seen }: Pick<Nomination, 'id' | 'status'> & { seen: NominationStatus }) =>
      api.updateNomination({ params: { id }, body: { status, seen_status: seen } }),
    onSettled: refresh,
  });
}
