import type { ReactNode } from 'react';
import { ChatComposer } from '#platform/chat/chat-panel.tsx';
import { useUser } from '#platform/login/use-login.ts';
import { othersIn } from '../conversation.words.ts';
import { conversationChat } from '../conversation-chat.ts';
import type { Conversation, Message } from '../conversations.queries.ts';
import { useSendTyping } from '../typing.ts';
import { EditComposer } from './edit-composer.tsx';
import { useEditMessage } from './messages.mutations.ts';
import { ReplyPreview } from './reply-preview.tsx';
import type { useReply } from './use-reply.ts';

/** A message that the reader changes, and the words so far. */
export type Editing = { message: Message; text: string };

type Props = {
  conversation: Conversation;
  editing: Editing | null;
  setEditing: (next: Editing | null | ((now: Editing | null) => Editing | null)) => void;
  reply: ReturnType<typeof useReply>;
  /** Shown instead of the composer while the two don't talk yet. */
  requestBar: ReactNode;
  /** Above everything else. */
  notice: ReactNode;
  focusFirst: boolean;
  onPictures: ((files: readonly File[]) => void) | undefined;
  onPoll: (() => void) | undefined;
};

/** The foot of a chat: what is answered or changed, and the composer. */
export function ThreadDock({
  conversation,
  editing,
  setEditing,
  reply: [quote, setQuote],
  requestBar,
  notice,
  focusFirst,
  onPictures,
  onPoll,
}: Props) {
  const reader = useUser();
  const edit = useEditMessage();
  const sendTyping = useSendTyping(conversation.id);

  /** Shown at once; what was refused can be copied or tried again. */
  async function saveEdit(message: Message, text: string) {
    setEditing(null);
    if (text === message.content) return;
    const outcome = await edit({ message, value: text });
    if (outcome !== 'waiting' && 'refused' in outcome) setEditing((other) => other ?? { message, text });
  }

  return (
    <div
      data-docked=""
      className="flex shrink-0 flex-col gap-2 px-4 pt-1 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      {notice}
      {quote && !editing ? <ReplyPreview quote={quote} onCancel={() => setQuote(null)} /> : null}
      {conversation.request === 'declined' ? (
        <p className="px-1 pb-2 text-sm text-text-secondary">You declined this request. If you write, you accept it.</p>
      ) : null}
      {editing ? (
        <EditComposer
          key={editing.message.id}
          text={editing.text}
          onSave={(value) => void saveEdit(editing.message, value)}
          onCancel={() => setEditing(null)}
        />
      ) : (
        (requestBar ?? (
          <ChatComposer
            chat={conversationChat}
            chatId={conversation.id}
            placeholder={placeholder(conversation, reader.id)}
            onTyping={sendTyping}
            focusFirst={focusFirst}
            quote={quote}
            onQuoteDone={() => setQuote(null)}
            onPictures={onPictures}
            onPoll={onPoll}
          />
        ))
      )}
    </div>
  );
}

function placeholder(conversation: Conversation, readerId: string): string {
  const [other] = othersIn(conversation, readerId);
  return conversation.type === 'direct' && other ? `Message ${other.first_name}` : 'Message the group';
}
