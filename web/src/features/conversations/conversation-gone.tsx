import { DoorOpen } from 'lucide-react';
import { Undelivered } from '#platform/chat/undelivered.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { conversationChat } from './conversation-chat.ts';

type Props = { id: string; onLeft: () => void; onReport: () => void };

/** The same for every chat that isn't there anymore, so that nobody can tell a block from a deleted account. */
export default function ConversationGone({ id, onLeft, onReport }: Props) {
  return (
    <div className="m-auto flex flex-col gap-4 p-4">
      <EmptyState
        icon={<DoorOpen />}
        title="This chat isn't here anymore"
        text="You may have left or been removed, or the other account is gone."
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={onLeft}>Back to messages</Button>
            <Button variant="secondary" onClick={onReport}>
              Report or block someone
            </Button>
          </div>
        }
      />
      <Undelivered chat={conversationChat} chatId={id} />
    </div>
  );
}
