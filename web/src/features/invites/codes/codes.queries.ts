import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold } from '#platform/undo/held-changes.ts';

export type InviteCode = Answer<'listInviteCodes'>['results'][number];

export const CODES_PER_PAGE = 20;
export type CodeFilter = { search?: string; gym_id?: string; is_usable?: boolean };
type Asked = CodeFilter & { page: number };

const codeKeys = {
  all: ['invite-codes'] as const,
  list: (asked: Asked) => ['invite-codes', 'list', asked] as const,
  uses: (id: string) => ['invite-codes', 'uses', id] as const,
};

export const inviteCodesQuery = (asked: Asked) =>
  queryOptions({
    queryKey: codeKeys.list(asked),
    queryFn: ({ signal }) => api.listInviteCodes({ query: { ...asked, page_size: CODES_PER_PAGE } }, { signal }),
    placeholderData: (previous) => previous,
  });

const PEOPLE_PER_PAGE = 50;
const pageAfterPage = {
  initialPageParam: 1,
  getNextPageParam: ({ next }: { next: string | null }, pages: readonly unknown[]) =>
    next ? pages.length + 1 : undefined,
};

export const inviteCodeUsesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: codeKeys.uses(id),
    queryFn: ({ pageParam: page, signal }) =>
      api.listInviteCodeUses({ params: { id }, query: { page, page_size: PEOPLE_PER_PAGE } }, { signal }),
    ...pageAfterPage,
  });

export const referralsQuery = (referrerId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['referrals', referrerId] as const,
    queryFn: ({ pageParam: page, signal }) =>
      api.listReferrals(
        { query: { referrer_id: referrerId ?? undefined, page, page_size: PEOPLE_PER_PAGE } },
        { signal },
      ),
    ...pageAfterPage,
  });

export function useRefreshCodes() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: codeKeys.all });
}

export const codeList = 'invite-codes';

/** Changes from the list itself: they show at once, and say so when they fail. */
export function useCodeChanges({ id, code }: InviteCode) {
  const refresh = useRefreshCodes();
  const turn = useMutation({
    // One after the other, so that switching it on again isn't overtaken by switching it off.
    scope: { id: `invite-code:${id}` },
    mutationFn: (is_active: boolean) => api.updateInviteCode({ params: { id }, body: { is_active } }),
    // The list shows codes that work first, so the row moves away.
    onSuccess: ({ is_active }) =>
      toasts.success(is_active ? `${code} is on` : `${code} is off. No one can join with it.`),
    onError: (error) => toasts.error(errorText(error, "Couldn't change the code. Try again.")),
    onSettled: refresh,
  });
  const remove = () =>
    hold({
      id,
      list: codeList,
      title: `Deleted ${code}`,
      send: () => api.deleteInviteCode({ params: { id } }, { keepalive: true }),
      failureText: `Couldn't delete ${code}. Try again.`,
      readAnew: refresh,
    });
  return { turn, remove };
}
