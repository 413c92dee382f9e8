import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { dropDraft, useTextDraft } from '#platform/forms/draft.ts';
import { useUser } from '#platform/login/use-login.ts';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { useEntries, useWriteContext } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold, useHeldIds } from '#platform/undo/held-changes.ts';

/** Whom the reader wants to train with: a member, or everyone in a group. */
export type Company = { userId: string; firstName: string } | { conversationId: string; groupName: string };
export type TrainingTimes = Answer<'listTimesWithMember'>;
export type TrainingTime = TrainingTimes['times'][number];
export type Workout = TrainingTimes['workout_type'];

export const nameOfCompany = (company: Company) => ('userId' in company ? company.firstName : company.groupName);
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

export type Invitation = Omit<NonNullable<Parameters<typeof api.trainWithMember>[0]>['body'], 'client_nonce'>;

const scopeOf = (company: Company) => `train-together:${idOf(company)}`;

const UNDO_MS = 10_000;
const HELD = 'invitations';

/** Whether an invitation of this company can still be undone, or waits for the server. */
export function useIsInviting(company: Company): boolean {
  const isHeld = useHeldIds(HELD).has(idOf(company));
  const isUnanswered = useEntries().some(({ scope }) => scope === scopeOf(company));
  return isHeld || isUnanswered;
}

type Invited = { company: Company; invitation: Invitation };

export const trainTogether: Write<Invited, Answer<'trainWithMember'>> = {
  name: 'trainTogether',
  scope: ({ company }) => scopeOf(company),
  words: ({ company }) => `Invite ${nameOfCompany(company)} to train`,
  canRepeat: true,
  send({ company, invitation }, options) {
    const call = 'userId' in company ? api.trainWithMember : api.trainWithConversation;
    // The nonce counts longer than the key.
    const body = { ...invitation, client_nonce: options.idempotencyKey };
    return call({ params: { id: idOf(company) }, body }, options);
  },
  failureText: "Couldn't send your invitation.",
  /** An invitation that had to wait is sent without the screen it came from. */
  onSent(_answer, { company }, _context, { hasWaited }) {
    if (hasWaited)
      toasts.longSuccess(`Invitation sent to ${nameOfCompany(company)}`, { text: "It's on your calendar." });
  },
  onSettled(_input, { queryClient }) {
    for (const queryKey of [['sessions'], ['people'], ['conversations'], ['train-together']])
      void queryClient.invalidateQueries({ queryKey });
  },
};

/** What was chosen for this company: Back and Undo keep it. */
export const choiceDraft = (company: Company) => `train-together:${idOf(company)}`;
/** The words to it, kept as well. */
export const useHello = (company: Company) => useTextDraft(useUser().id, `hello:${idOf(company)}`);

/** Sends an invitation once its ten seconds to undo are over, so that an undone one was never known to anyone. */
export function useTrainTogether(company: Company, onSent: (conversationId: string) => void) {
  const context = useWriteContext();
  const [, setHello] = useHello(company);
  return (invitation: Invitation, when: string) => {
    const send = async (): Promise<void> => {
      setHello('');
      dropDraft(choiceDraft(company));
      const outcome = await outbox.write(trainTogether, { company, invitation }, context);
      if (typeof outcome === 'object' && 'answer' in outcome) onSent(outcome.answer.conversation_id);
    };
    const title = `Inviting ${nameOfCompany(company)}`;
    hold({ id: idOf(company), list: HELD, title, text: when, undoMs: UNDO_MS, send });
  };
}
