import { changeMessageMinutes } from '@spotter/contract/limits.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ChatComposer, ChatMessages } from '#platform/chat/chat-panel.tsx';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { ReportDialog, type Reported, reportAction } from '#platform/people/report-dialog.tsx';
import type { MenuAction } from '#ui/layer/menu.tsx';
import { useNow } from '#ui/use-now.ts';
import { conversationChat } from '../conversation-chat.ts';
import { noteOf, othersIn, receiptOf, typingInWords } from '../conversation-words.ts';
import { useDeleteMessage } from '../conversations.mutations.ts';
import type { Conversation, Message } from '../conversations.queries.ts';
import { Question } from '../question.tsx';
import { RequestBar } from '../requests/request-bar.tsx';
import { useSendTyping, useTyping } from '../typing.ts';
import { EditComposer } from './edit-composer.tsx';
import { useMarkRead } from './use-mark-read.ts';

type Props = {
  conversation: Conversation;
  /** The card of a shared session; null for a reader who may not see it. */
  sessionCard: (session: Message['session']) => ReactNode;
  onLeft: () => void;
  /** Puts the cursor into the composer, where no keyboard would cover the messages. */
  focusFirst: boolean;
};

/** The messages of a conversation and the composer. Give it the conversation's id as its key. */
export function ConversationThread({ conversation, sessionCard, onLeft, focusFirst }: Props) {
  const reader = useUser();
  const { id, unread_count } = conversation;
  const [readTo] = useState(() => (unread_count > 0 ? readBy(conversation, reader.id) : undefined));
  const [editing, setEditing] = useState<Message | null>(null);
  const [deleting, setDeleting] = useState<Message | null>(null);
  const [reported, setReported] = useState<Reported | null>(null);
  const { emulation } = useLogin();
  const remove = useDeleteMessage();
  const markRead = useMarkRead(conversation, reader.id);
  const sendTyping = useSendTyping(id);
  const now = useNow(30_000);

  function actionsOf(message: Message): MenuAction[] {
    const { sender } = message;
    if (!sender || message.deleted_at) return [];
    if (sender.id !== reader.id)
      return emulation ? [] : [reportAction(() => setReported({ kind: 'message', id: message.id, person: sender }))];
    const isOpen = now - Date.parse(message.created_at) < changeMessageMinutes * 60_000;
    if (!isOpen) return [];
    const edit: MenuAction = { label: 'Edit', icon: <Pencil />, onSelect: () => setEditing(message) };
    const remove: MenuAction = {
      label: 'Delete',
      icon: <Trash2 />,
      danger: true,
      onSelect: () => setDeleting(message),
    };
    return message.kind === 'text' ? [edit, remove] : [remove];
  }
  const cardOf = (message: Message) => (message.kind === 'session' ? sessionCard(message.session) : undefined);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col justify-end px-4">
        <ChatMessages
          chat={conversationChat}
          chatId={id}
          noteOf={noteOf}
          emptyText={emptyText(conversation, reader.id)}
          readTo={readTo}
          hidesNames={conversation.type === 'direct'}
          onReach={markRead}
          cardOf={cardOf}
          actionsOf={actionsOf}
          receiptOf={(message) => receiptOf(message, conversation, reader.id)}
          fill
        />
      </div>
      <TypingLine conversation={conversation} />
      <div data-docked="" className="shrink-0 px-4 pt-1 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {conversation.request === 'declined' ? (
          <p className="px-1 pb-2 text-sm text-text-secondary">
            You declined this request. If you write, you accept it.
          </p>
        ) : null}
        {editing ? (
          <EditComposer key={editing.id} message={editing} onDone={() => setEditing(null)} />
        ) : conversation.request === 'sent' || conversation.request === 'received' ? (
          <RequestBar conversation={conversation} onLeft={onLeft} />
        ) : (
          <ChatComposer
            chat={conversationChat}
            chatId={id}
            placeholder={placeholder(conversation, reader.id)}
            onTyping={sendTyping}
            focusFirst={focusFirst}
          />
        )}
      </div>
      <ReportDialog reported={reported} onClose={() => setReported(null)} />
      <Question
        open={deleting !== null}
        title="Delete this message?"
        text="It's deleted for everyone. A note shows that there was a message."
        no="Keep"
        yes="Delete"
        onClose={() => setDeleting(null)}
        onYes={() => deleting && remove.mutate({ message: deleting, value: undefined })}
      />
    </div>
  );
}

const readBy = ({ participants }: Conversation, userId: string) =>
  participants.find(({ id }) => id === userId)?.last_read_seq;

function placeholder(conversation: Conversation, readerId: string): string {
  const [other] = othersIn(conversation, readerId);
  return conversation.type === 'direct' && other ? `Message ${other.first_name}` : 'Message the group';
}

function emptyText(conversation: Conversation, readerId: string): string {
  const [other] = othersIn(conversation, readerId);
  return conversation.type === 'direct' && other ? `Say hello to ${other.first_name}!` : 'No messages yet. Say hello!';
}

/** Keeps its room, so that the messages don't jump when somebody starts to write. */
function TypingLine({ conversation }: { conversation: Conversation }) {
  const reader = useUser();
  const typing = useTyping(conversation.id);
  return (
    <p dir="auto" className="h-5 shrink-0 truncate px-5 text-text-secondary text-xs">
      {typingInWords(conversation, typing, reader.id)}
    </p>
  );
}
