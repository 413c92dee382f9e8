import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { workoutName } from '#platform/people/training-words.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

/** Whom the reader wants to train with: a member, or everyone in a group. */
export type Company = { userId: string; firstName: string } | { conversationId: string; groupName: string };
export type TrainingTimes = Answer<'listTimesWithMember'>;
export type TrainingTime = TrainingTimes['times'][number];
export type Workout = TrainingTimes['workout_type'];

const idOf = (company: Company) => ('userId' in company ? company.userId : company.conversationId);

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

type Chosen = { times: TrainingTimes; time: TrainingTime; workout: Workout };

/** Sends the invitation. The same time is the same invitation, so that a second try after a lost answer doubles nothing. */
export function useTrainTogether(company: Company, onDone: (conversationId: string) => void) {
  const queryClient = useQueryClient();
  const nonces = useRef(new Map<string, string>());
  return useMutation({
    mutationFn: ({ times, time: { start_time }, workout }: Chosen) => {
      const key = `${start_time} ${workout}`;
      const client_nonce = nonces.current.get(key) ?? crypto.randomUUID();
      nonces.current.set(key, client_nonce);
      const params = { id: idOf(company) };
      const body = {
        gym_id: times.gym?.id ?? '',
        workout_type: workout,
        title: workoutName[workout],
        start_time,
        duration_minutes: times.duration_minutes,
        client_nonce,
      };
      return 'userId' in company
        ? api.trainWithMember({ params, body }, { idempotencyKey: client_nonce })
        : api.trainWithConversation({ params, body }, { idempotencyKey: client_nonce });
    },
    onSuccess: ({ conversation_id }) => {
      for (const queryKey of [['sessions'], ['people'], ['conversations']])
        void queryClient.invalidateQueries({ queryKey });
      onDone(conversation_id);
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't send the invitation. Try again.")),
  });
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
