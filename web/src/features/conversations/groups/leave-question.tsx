import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { Question } from '#ui/layer/question.tsx';
import { othersIn } from '../conversation.words.ts';
import { useLeaveConversation } from '../conversations.mutations.ts';
import type { Conversation } from '../conversations.queries.ts';

/** What leaving does to the group. Participants come in the order they joined. */
export function whatLeavingDoes(conversation: Conversation, readerId: string): string {
  const others = othersIn(conversation, readerId);
  const [next] = others;
  if (!next) return "You're the last one here, so the group and its messages are deleted.";
  const isLastAdmin = conversation.can_manage && !others.some(({ is_admin }) => is_admin);
  const handsOver = isLastAdmin ? ` You're its only admin, so ${nameOf(next)} takes over.` : '';
  return `You won't see the chat anymore, and only an admin can add you again.${handsOver}`;
}

type Props = { open: boolean; conversation: Conversation; onClose: () => void; onLeft: () => void };

export function LeaveQuestion({ open, conversation, onClose, onLeft }: Props) {
  const reader = useUser();
  const leave = useLeaveConversation(onLeft);
  return (
    <Question
      open={open}
      title={`Leave ${conversation.name ?? 'the group'}?`}
      text={whatLeavingDoes(conversation, reader.id)}
      no="Stay"
      yes="Leave"
      onClose={onClose}
      onYes={() => void leave(conversation)}
    />
  );
}
