import { areFewEmojis } from '@spotter/contract/emoji.ts';
import { longestMessage } from '@spotter/contract/limits.ts';
import type { Quote } from '@spotter/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { EyeOff, type LucideIcon, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTextDraft } from '#platform/forms/draft.ts';
import { useUser } from '#platform/login/use-login.ts';
import { useWriteContext } from '#platform/outbox/use-outbox.ts';
import { useOpenProfile } from '#platform/people/profile-link.tsx';
import { useNow } from '#platform/use-now.ts';
import { Bubble } from '#ui/chat/bubble.tsx';
import { ChatLog } from '#ui/chat/chat-log.tsx';
import { ChatNote, DaySeparator, UnreadDivider } from '#ui/chat/chat-notes.tsx';
import { ChatSkeleton } from '#ui/chat/chat-skeleton.tsx';
import { Composer } from '#ui/chat/composer.tsx';
import type { Receipt } from '#ui/chat/message-state.tsx';
import type { MenuAction } from '#ui/layer/menu.tsx';
import { ErrorLine } from '#ui/status/slim-error.tsx';
import { type Chat, type ChatMessage, draftNameOf } from './chat.ts';
import { type ChatItem, dayInWords, groupMessages, keyOf, localDay, unreadKey } from './chat-items.ts';
import { type ShownMessage, useChat } from './use-chat.ts';

export type Note = { icon?: LucideIcon; text: string };

type BubbleParts = Pick<ComponentProps<typeof Bubble>, 'quote' | 'reactions' | 'signs' | 'onReply'> & {
  /** Replaces the message's own words, if its card shows them. */
  text?: string;
};

/** What a chat may show beside plain messages. */
export type ChatExtras<M extends ChatMessage> = {
  /** How far the reader had read; a line stands there, and the chat opens at it. */
  readTo?: number | undefined;
  /** The message to show; each new object shows it again. */
  at?: { seq: number } | undefined;
  /** Between two people names over the bubbles would only repeat each other. */
  hidesNames?: boolean;
  /** Hears the number of the lowest message on the screen. */
  onReach?: (seq: number) => void;
  /** Replaces the text of a message. */
  cardOf?: (message: ShownMessage<M>) => ReactNode;
  /** What stands around the bubble of a stored or unsent message; `goTo` shows another message by its number. */
  partsOf?: (message: ShownMessage<M>, goTo: (seq: number) => void) => BubbleParts;
  /** What the reader can do with a stored message. */
  actionsOf?: (message: M) => readonly MenuAction[];
  /** Who has read an own message. */
  receiptOf?: (message: M) => Receipt | null;
};

type Props<M extends ChatMessage> = ChatExtras<M> & {
  chat: Chat<M>;
  chatId: string;
  /** Replaces the bubble for messages that are more than text. */
  noteOf(message: M, readerId: string): Note | null;
  /** Shown while there are no messages. */
  emptyText: string;
  /** Takes all the room it is given. */
  fill?: boolean;
  className?: string;
};

type ComposerProps<M extends ChatMessage> = Pick<Props<M>, 'chat' | 'chatId'> & {
  placeholder: string;
  onFocus?: () => void;
  onSent?: () => void;
  focusFirst?: boolean;
  /** Called as the reader writes. */
  onTyping?: () => void;
  /** The message that the next one answers. */
  quote?: Quote | undefined;
  /** Called when a message was sent, and when the reader no longer wants to answer. */
  onQuoteDone?: (() => void) | undefined;
  /** Set if the reader can send pictures here. */
  onPictures?: ((files: File[]) => void) | undefined;
  /** Set if the reader can ask a question here. */
  onPoll?: (() => void) | undefined;
};

/** The composer, docked at the bottom of a screen. */
export function ChatComposer<M extends ChatMessage>(props: ComposerProps<M>) {
  const { chat, chatId, quote, onQuoteDone, onSent, ...rest } = props;
  const queryClient = useQueryClient();
  const context = useWriteContext();
  const reader = useUser();
  const draft = draftNameOf(chat, chatId);
  function send(text: string) {
    chat.write(context, chatId, text, { quote });
    // The reader wants to see it among the newest messages.
    queryClient.setQueryData(chat.keys.around(chatId), null);
    onQuoteDone?.();
    onSent?.();
  }
  return (
    <DraftComposer
      key={draft}
      readerId={reader.id}
      draft={draft}
      onSend={send}
      answers={quote?.id ?? undefined}
      onCancel={quote && onQuoteDone}
      {...rest}
    />
  );
}

/** The messages of a chat, without the composer. */
export function ChatMessages<M extends ChatMessage>({
  chat: of,
  chatId,
  noteOf,
  emptyText,
  readTo,
  at,
  hidesNames = false,
  onReach,
  cardOf,
  partsOf,
  actionsOf,
  receiptOf,
  fill,
  className,
}: Props<M>) {
  const { messages, reader, ...chat } = useChat(of, chatId);
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState<{ seq: number } | null>(null);
  const wantedKey = wanted && messages.find(({ seq, state }) => seq === wanted.seq && !state);
  const targetKey = wantedKey ? keyOf(wantedKey) : null;
  // A new object for each wish, so that the same message is shown again.
  const target = useMemo(() => (wanted && targetKey ? { key: targetKey } : null), [wanted, targetKey]);
  const { hasOlder } = chat;
  const items = useMemo(
    () => groupMessages(messages, reader.id, (message) => noteFor(message, reader.id, noteOf), { readTo, hasOlder }),
    [messages, reader.id, noteOf, readTo, hasOlder],
  );
  async function goTo(seq: number) {
    if (!items.some((item) => 'message' in item && item.message.seq === seq)) await chat.open(seq);
    setWanted({ seq });
  }
  const isLoaded = messages.length > 0;
  const showAt = useEffectEvent((seq: number) => void goTo(seq).catch(() => {}));
  useEffect(() => {
    if (at && isLoaded) showAt(at.seq);
  }, [at, isLoaded]);
  // More is unread than the newest page has: the chat opens where the reader left it.
  const [isSought, setSought] = useState(false);
  const leftAt = !isSought && !at && hasOlder && readTo !== undefined ? readTo + 1 : null;
  const isElsewhere = leftAt !== null && leftAt <= (messages[0]?.seq ?? 0);
  const seek = useEffectEvent(async () => {
    if (leftAt !== null && isElsewhere) await goTo(leftAt).catch(() => {});
    setSought(true);
  });
  useEffect(() => {
    if (isLoaded) void seek();
  }, [isLoaded]);
  useEffect(
    () => () => queryClient.removeQueries({ queryKey: of.keys.around(chatId) }),
    [queryClient, of.keys, chatId],
  );
  const openProfile = useOpenProfile();
  const newest = messages.at(-1);
  const today = localDay(new Date(useNow(60_000)));

  function reach(item: ChatItem<ShownMessage<M>, Note>) {
    if ('message' in item && !item.message.state) onReach?.(item.message.seq);
  }

  function row(item: ChatItem<ShownMessage<M>, Note>) {
    if (item.kind === 'day') return <DaySeparator>{dayInWords(item.day, today)}</DaySeparator>;
    if (item.kind === 'unread') return <UnreadDivider />;
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
            shortName: hidesNames ? null : sender.first_name,
            src: sender.avatar_url,
            color: sender.avatar_color,
          }
        }
        onFace={sender && openProfile ? () => openProfile(sender.id) : undefined}
        text={message.content}
        isLarge={areFewEmojis(message.content)}
        card={cardOf?.(message)}
        {...partsOf?.(message, (seq) => void goTo(seq).catch(() => {}))}
        actions={message.state ? undefined : actionsOf?.(message)}
        receipt={item.isMine ? receiptOf?.(message) : null}
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

  if (newest && !isElsewhere)
    return (
      <ChatLog
        items={items}
        renderItem={row}
        newest={{ key: keyOf(newest), isMine: newest.sender?.id === reader.id }}
        older={hasOlder ? chat.older : undefined}
        newer={chat.hasNewer ? { ...chat.newer, onNewest: chat.toNewest } : undefined}
        target={target}
        startAt={unreadKey}
        onReach={reach}
        fill={fill}
        className={className}
      />
    );
  if (chat.isPending || isElsewhere) return <ChatSkeleton />;
  if (chat.error)
    return (
      <ErrorLine retrying={chat.isFetching} onRetry={() => void chat.refetch()}>
        Couldn't load the chat.
      </ErrorLine>
    );
  return <p className="text-text-secondary">{emptyText}</p>;
}

function noteFor<M extends ChatMessage>(message: M, readerId: string, noteOf: Props<M>['noteOf']): Note | null {
  if (message.is_hidden) return { icon: EyeOff, text: 'Hidden message' };
  if (message.deleted_at) return { icon: Trash2, text: 'Message deleted' };
  return noteOf(message, readerId);
}

type DraftComposerProps = {
  readerId: string;
  draft: string;
  placeholder: string;
  onSend: (text: string) => void;
  onFocus?: () => void;
  focusFirst?: boolean;
  answers?: string | undefined;
  onTyping?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
  onPictures?: ((files: File[]) => void) | undefined;
  onPoll?: (() => void) | undefined;
};

function DraftComposer({ readerId, draft, onTyping, ...props }: DraftComposerProps) {
  const [text, setText] = useTextDraft(readerId, draft);
  const change = (next: string) => {
    setText(next);
    if (next.trim()) onTyping?.();
  };
  return <Composer {...props} text={text} onText={change} maxLength={longestMessage} />;
}
