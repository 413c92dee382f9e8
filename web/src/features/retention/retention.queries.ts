import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export type MembersAtRisk = Answer<'listMembersAtRisk'>;
export type MemberAtRisk = MembersAtRisk['results'][number];

export const MEMBERS_PER_PAGE = 20;
const riskKeys = {
  all: ['members-at-risk'] as const,
  list: (page: number, gymId: string | null) => ['members-at-risk', 'list', page, gymId] as const,
  one: (id: string) => ['members-at-risk', 'one', id] as const,
  sessions: (id: string) => ['members-at-risk', 'sessions', id] as const,
};

export const membersAtRiskQuery = (page: number, gymId: string | null) =>
  queryOptions({
    queryKey: riskKeys.list(page, gymId),
    queryFn: ({ signal }) =>
      api.listMembersAtRisk({ query: { page, page_size: MEMBERS_PER_PAGE, gym_id: gymId ?? undefined } }, { signal }),
    placeholderData: (previous) => previous,
  });

export const memberRiskQuery = (id: string) =>
  queryOptions({
    queryKey: riskKeys.one(id),
    queryFn: ({ signal }) => api.getMemberRisk({ params: { id } }, { signal }),
  });

export const sessionsForMemberQuery = (id: string) =>
  queryOptions({
    queryKey: riskKeys.sessions(id),
    queryFn: ({ signal }) => api.listSessionsForMemberAtRisk({ params: { id } }, { signal }),
    staleTime: 0,
  });

function useRefreshRisks() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: riskKeys.all });
}

/** What can be done for a member; each says so when it worked and when it didn't. */
export function useRemedies({ person }: MemberAtRisk) {
  const refresh = useRefreshRisks();
  const params = { id: person.id };
  const name = person.first_name;
  const failed = (text: string) => (error: unknown) => toasts.error(errorText(error, text));
  const message = useMutation({
    mutationFn: (body: { content: string; client_nonce: string }) => api.messageMemberAtRisk({ params, body }),
    onSuccess: () => toasts.success(`Message sent to ${name}`),
    onSettled: refresh,
  });
  const invite = useMutation({
    mutationFn: (session_id: string) => api.inviteMemberAtRisk({ params, body: { session_id } }),
    onSuccess: () => toasts.success(`Invited ${name}`),
    onSettled: refresh,
  });
  const askFriend = useMutation({
    mutationFn: () => api.askFriendToReachOut({ params }),
    onSuccess: () => toasts.success(`Asked a friend of ${name}'s to say hello`),
    onError: failed("Couldn't ask a friend. Try again."),
    onSettled: refresh,
  });
  const restore = useMutation({
    mutationFn: () => api.restoreMemberAtRisk({ params }),
    onError: failed(`Couldn't put ${name} back. Try again.`),
    onSettled: refresh,
  });
  const dismiss = useMutation({
    mutationFn: () => api.dismissMemberAtRisk({ params }),
    onSuccess: () =>
      toasts.success(`${name} is off the list for 30 days`, {
        duration: 8000,
        action: { label: 'Undo', onSelect: () => restore.mutate() },
      }),
    onError: failed(`Couldn't take ${name} off the list. Try again.`),
    onSettled: refresh,
  });
  return { message, invite, askFriend, dismiss };
}
