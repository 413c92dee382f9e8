import { longestMessage } from '@spotter/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { EyeOff, type LucideIcon, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTextDraft } from '#platform/forms/draft.ts';
import { useUser } from '#platform/login/use-login.ts';
import { Button } from '#ui/button.tsx';
import { Bubble, ChatNote, DaySeparator } from '#ui/chat/bubble.tsx';
import { ChatLog } from '#ui/chat/chat-log.tsx';
import { ChatSkeleton } from '#ui/chat/chat-skeleton.tsx';
import { Composer } from '#ui/chat/composer.tsx';
import type { Chat, ChatMessage } from './chat.ts';
import { type ChatItem, dayInWords, groupMessages, keyOf, localDay } from './chat-items.ts';
import { type ShownMessage, useChat } from './use-chat.ts';

export type Note = { icon?: LucideIcon; text: string };

type Props<M extends ChatMessage> = {
  chat: Chat<M>;
  chatId: string;
  /** Replaces the bubble for messages that are more than text. */
  noteOf(message: M, readerId: string): Note | null;
  /** Set if the reader may write here and the composer isn't docked elsewhere. */
  composer?: { placeholder: string } | undefined;
  /** Shown while there are no messages. */
  emptyText: string;
  className?: string;
};

/** A chat with its messages and, if the reader may write, the composer. */
export function ChatPanel<M extends ChatMessage>(props: Props<M>) {
  const chat = useChat(props.chat, props.chatId);
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <Messages {...props} shown={chat} />
      {props.composer ? <ChatComposer {...props.composer} chat={props.chat} chatId={props.chatId} /> : null}
    </div>
  );
}

type ComposerProps<M extends ChatMessage> = Pick<Props<M>, 'chat' | 'chatId'> & {
  placeholder: string;
  onFocus?: () => void;
};

/** The composer, below the messages or docked at the bottom of a screen. */
export function ChatComposer<M extends ChatMessage>({ chat, chatId, ...rest }: ComposerProps<M>) {
  const queryClient = useQueryClient();
  const reader = useUser();
  const draft = `chat:${reader.id}:${chat.source.name}:${chatId}`;
  const send = (text: string) => chat.outbox.write(queryClient, chatId, text);
  return <DraftComposer key={draft} draft={draft} onSend={send} {...rest} />;
}

type Shown<M extends ChatMessage> = ReturnType<typeof useChat<M>>;

function Messages<M extends ChatMessage>({
  shown: { messages, reader, ...chat },
  noteOf,
  emptyText,
  className,
}: Props<M> & { shown: Shown<M> }) {
  const items = useMemo(
    () => groupMessages(messages, reader.id, (message) => noteFor(message, reader.id, noteOf)),
    [messages, reader.id, noteOf],
  );
  const newest = messages.at(-1);
  const today = localDay(new Date());

  function row(item: ChatItem<ShownMessage<M>, Note>) {
    if (item.kind === 'day') return <DaySeparator>{dayInWords(item.day, today)}</DaySeparator>;
    const { message } = item;
    if (item.kind === 'note')
      return (
        <ChatNote icon={item.note.icon} time={message.created_at}>
          {item.note.text}
        </ChatNote>
      );
    const { sender, client_nonce: nonce } = message;
    return (
      <Bubble
        sender={
          sender && {
            name: `${sender.first_name} ${sender.last_name}`.trim(),
            shortName: sender.first_name,
            src: sender.avatar_url,
            color: sender.avatar_color,
          }
        }
        text={message.content}
        time={message.created_at}
        isEdited={message.edited_at !== null}
        isMine={item.isMine}
        isFirst={item.isFirst}
        isLast={item.isLast}
        state={message.state}
        error={message.error}
        onRetry={() => nonce && chat.retry(nonce)}
        onDiscard={() => nonce && chat.discard(nonce)}
      />
    );
  }

  if (newest)
    return (
      <ChatLog
        items={items}
        renderItem={row}
        newest={{ key: keyOf(newest), isMine: newest.sender?.id === reader.id }}
        hasOlder={chat.hasOlder}
        isLoadingOlder={chat.isLoadingOlder}
        onOlder={chat.loadOlder}
        className={className}
      />
    );
  if (chat.isPending) return <ChatSkeleton />;
  if (chat.error)
    return (
      <p role="alert" className="flex items-center justify-between gap-3 text-text-secondary">
        Couldn't load the chat.
        <Button variant="secondary" size="sm" loading={chat.isFetching} onClick={() => void chat.refetch()}>
          Try again
        </Button>
      </p>
    );
  return <p className="text-text-secondary">{emptyText}</p>;
}

function noteFor<M extends ChatMessage>(message: M, readerId: string, noteOf: Props<M>['noteOf']): Note | null {
  if (message.is_hidden) return { icon: EyeOff, text: 'Hidden message' };
  if (message.deleted_at) return { icon: Trash2, text: 'Message deleted' };
  return noteOf(message, readerId);
}

type DraftComposerProps = {
  draft: string;
  placeholder: string;
  onSend: (text: string) => void;
  onFocus?: () => void;
};

function DraftComposer({ draft, ...props }: DraftComposerProps) {
  const [text, setText] = useTextDraft(draft);
  return <Composer {...props} text={text} onText={setText} maxLength={longestMessage} />;
}
