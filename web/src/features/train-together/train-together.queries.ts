import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold, useHeldIds } from '#platform/undo/held-changes.ts';

/** Whom the reader wants to train with: a member, or everyone in a group. */
export type Company = { userId: string; firstName: string } | { conversationId: string; groupName: string };
export type TrainingTimes = Answer<'listTimesWithMember'>;
export type TrainingTime = TrainingTimes['times'][number];
export type Workout = TrainingTimes['workout_type'];

export const nameOfCompany = (company: Company) => ('userId' in company ? company.firstName : company.groupName);
export const idOf = (company: Company) => ('userId' in company ? company.userId : company.conversationId);

export const trainingTimesQuery = (company: Company) =>
  queryOptions({
    queryKey: ['train-together', idOf(company)],
    queryFn: ({ signal }) => {
      const params = { id: idOf(company) };
      return 'userId' in company
        ? api.listTimesWithMember({ params }, { signal })
        : api.listTimesWithConversation({ params }, { signal });
    },
    staleTime: 0,
  });

export type Invitation = Omit<NonNullable<Parameters<typeof api.trainWithMember>[0]>['body'], 'client_nonce'>;

const UNDO_MS = 10_000;
const HELD = 'invitations';

/** Whether an invitation of this company can still be undone. */
export const useIsInviting = (company: Company) => useHeldIds(HELD).has(idOf(company));

/** Sends an invitation once its ten seconds to undo are over, so that an undone one was never known to anyone. */
export function useTrainTogether(company: Company, onSent: (conversationId: string) => void) {
  const queryClient = useQueryClient();
  const whom = nameOfCompany(company);
  return (invitation: Invitation, when: string, onSend: () => void) => {
    // A second try after a lost answer doubles nothing.
    const client_nonce = crypto.randomUUID();
    const call = 'userId' in company ? api.trainWithMember : api.trainWithConversation;
    const send = async (): Promise<void> => {
      onSend();
      try {
        const input = { params: { id: idOf(company) }, body: { ...invitation, client_nonce } };
        const { conversation_id } = await call(input, { idempotencyKey: client_nonce, keepalive: true });
        for (const queryKey of [['sessions'], ['people'], ['conversations'], ['train-together']])
          void queryClient.invalidateQueries({ queryKey });
        onSent(conversation_id);
      } catch (error) {
        toasts.error(`Couldn't invite ${whom}`, {
          text: errorText(error, 'Nothing was sent.'),
          action: { label: 'Try again', onSelect: () => void send() },
        });
      }
    };
    hold({ id: idOf(company), list: HELD, title: `Inviting ${whom}`, text: when, undoMs: UNDO_MS, send });
  };
}

/** Sends the card of a session that was created for this company to their chat, and invites a member who isn't yet. */
export const useSendCard = (company: Company | undefined) =>
  useMutation({
    mutationFn: async (sessionId: string) => {
      if (!company) return;
      const client_nonce = crypto.randomUUID();
      await ('userId' in company
        ? api.inviteMember({ params: { id: company.userId }, body: { session_id: sessionId, client_nonce } })
        : api.shareSessionToChat({ params: { id: sessionId }, body: { conversation_id: company.conversationId } }));
    },
    onError: (error) =>
      toasts.error("Couldn't send the session to the chat", { text: errorText(error, 'Share it from the session.') }),
  });
