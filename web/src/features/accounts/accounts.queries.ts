import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export type Account = Answer<'getAdminUser'>;
export type MemberRecord = Answer<'getMemberRecord'>;

export const ACCOUNTS_PER_PAGE = 25;

/** What the list shows; absent filters show everyone. */
export type AccountFilter = {
  search?: string;
  role?: string;
  gym_id?: string;
  is_active?: boolean;
  onboarding_completed?: boolean;
  is_set_up?: boolean;
  joined_since?: string;
};
export type AccountOrder = 'name' | 'newest' | 'last_seen';

export const accountKeys = {
  all: ['accounts'] as const,
  list: (...query: unknown[]) => ['accounts', 'list', ...query] as const,
  one: (id: string) => ['accounts', 'one', id] as const,
  record: (id: string) => ['accounts', 'record', id] as const,
  effects: (id: string) => ['accounts', 'effects', id] as const,
};

export const accountsQuery = (filter: AccountFilter, order: AccountOrder, page: number) =>
  queryOptions({
    queryKey: accountKeys.list(filter, order, page),
    queryFn: ({ signal }) =>
      api.listUsers({ query: { ...filter, order, page, page_size: ACCOUNTS_PER_PAGE } }, { signal }),
    placeholderData: (previous) => previous,
  });

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: accountKeys.one(id),
    queryFn: ({ signal }) => api.getAdminUser({ params: { id } }, { signal }),
  });

export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: accountKeys.record(id),
    queryFn: ({ signal }) => api.getMemberRecord({ params: { id } }, { signal }),
  });

/** Read anew whenever the question is asked. */
export const deletionEffectsQuery = (id: string) =>
  queryOptions({
    queryKey: accountKeys.effects(id),
    queryFn: ({ signal }) => api.getDeletionEffects({ params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export function useRefreshAccounts() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: accountKeys.all });
}

/** Changes without a form; each says what it did, or why it didn't. */
export function useAccountChanges(account: Account) {
  const refresh = useRefreshAccounts();
  const change = useMutation({
    // One after the other, so that an undo isn't overtaken by what it undoes.
    scope: { id: `account:${account.id}` },
    mutationFn: ({ send }: { send: () => Promise<string | null>; failed: string }) => send(),
    onSuccess: (done) => void (done && toasts.success(done)),
    onError: (error, { failed }) => toasts.error(errorText(error, failed)),
    onSettled: refresh,
  });
  const turn = (is_active: boolean): void => {
    const name = nameOf(account);
    change.mutate({
      failed: `Couldn't change ${name}. Try again.`,
      send: async () => {
        await api.updateUser({ params: { id: account.id }, body: { is_active } });
        if (is_active) return `${name} can sign in again`;
        toasts.success(`${name} is deactivated`, {
          duration: 8000,
          action: { label: 'Undo', onSelect: () => turn(true) },
        });
        return null;
      },
    });
  };
  return {
    isPending: change.isPending,
    turn,
    verifyEmail: () =>
      change.mutate({
        failed: "Couldn't verify the email. Try again.",
        send: async () => {
          await api.verifyUserEmail({ params: { id: account.id } });
          return `${account.email} is verified`;
        },
      }),
    completeOnboarding: () =>
      change.mutate({
        failed: "Couldn't complete onboarding. Try again.",
        send: async () => {
          await api.completeUserOnboarding({ params: { id: account.id } });
          return `${nameOf(account)} goes straight to the app from now on`;
        },
      }),
  };
}
