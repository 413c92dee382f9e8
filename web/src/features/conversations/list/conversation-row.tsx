import clsx from 'clsx';
import { BellOff } from 'lucide-react';
import { draftNameOf } from '#platform/chat/chat.ts';
import { useTextDraft } from '#platform/forms/draft.ts';
import { useUser } from '#platform/login/use-login.ts';
import { useIsOnline } from '#platform/people/presence.ts';
import { CountBadge } from '#ui/badge.tsx';
import { conversationName, lastMessageInWords, listTime, typingInWords } from '../conversation.words.ts';
import { conversationChat } from '../conversation-chat.ts';
import { ConversationFace } from '../conversation-face.tsx';
import { type Conversation, isMuted } from '../conversations.queries.ts';
import { useTyping } from '../typing.ts';
import { useOther } from '../use-status.ts';

type Props = { conversation: Conversation; isOpen: boolean; now: number; onOpen: () => void };

export const rowClass = 'flex w-full items-center gap-3 rounded-card px-3 py-2.5 text-left transition';

export function ConversationRow({ conversation, isOpen, now, onOpen }: Props) {
  const reader = useUser();
  const isOnline = useIsOnline(useOther(conversation)?.id);
  const typing = typingInWords(conversation, useTyping(conversation.id), reader.id);
  const [written] = useTextDraft(reader.id, draftNameOf(conversationChat, conversation.id));
  // In the open chat the text stands in the composer.
  const draft = isOpen ? '' : written.trim();
  const { icon: Icon, text } = lastMessageInWords(conversation, reader.id);
  const { unread_count, last_message } = conversation;
  const isUnread = unread_count > 0;
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-current={isOpen || undefined}
      className={clsx(rowClass, isOpen ? 'bg-primary-soft' : 'hover:bg-bg-secondary')}
    >
      <ConversationFace conversation={conversation} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className={clsx('min-w-0 flex-1 truncate', isUnread ? 'font-semibold' : 'font-medium')}>
            {conversationName(conversation, reader.id)}
            {isOnline ? <span className="sr-only">, online</span> : null}
          </span>
          {last_message ? (
            <time
              dateTime={last_message.created_at}
              className={clsx('shrink-0 text-xs tabular-nums', isUnread ? 'text-primary-text' : 'text-text-tertiary')}
            >
              {listTime(last_message.created_at, now)}
            </time>
          ) : null}
        </span>
        <span className="flex items-center gap-2">
          <span
            className={clsx(
              'flex min-w-0 flex-1 items-center gap-1 text-sm',
              typing ? 'text-primary-text' : isUnread ? 'text-text-primary' : 'text-text-secondary',
            )}
          >
            {Icon && !typing && !draft ? <Icon aria-hidden="true" className="size-3.5 shrink-0" /> : null}
            {draft && !typing ? <span className="shrink-0 font-medium text-primary-text">Draft:</span> : null}
            <span dir="auto" className="truncate">
              {typing ?? (draft || text)}
            </span>
          </span>
          {isMuted(conversation, now) ? (
            <span className="shrink-0 text-text-tertiary">
              <BellOff aria-hidden="true" className="size-4" />
              <span className="sr-only">Muted</span>
            </span>
          ) : null}
          <CountBadge count={unread_count} label="unread" className="shrink-0" />
        </span>
      </span>
    </button>
  );
}
