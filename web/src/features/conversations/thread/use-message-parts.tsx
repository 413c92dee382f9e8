import { changeMessageMinutes } from '@spotter/contract/limits.ts';
import { CheckCheck, Copy, Pencil, Pin, PinOff, Reply, SmilePlus, Trash2, Users } from 'lucide-react';
import type { ShownMessage } from '#platform/chat/use-chat.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { reportAction } from '#platform/people/safety.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { useNow } from '#platform/use-now.ts';
import type { MenuAction } from '#ui/layer/menu.tsx';
import { quoteInWords } from '../conversation.words.ts';
import type { Conversation, Message } from '../conversations.queries.ts';
import { emojiName, quickEmojis } from '../reactions/emojis.ts';
import { isMine, useToggleReaction } from '../reactions/reactions.ts';
import type { OpenDialog } from './message-dialogs.tsx';
import { usePinMessage } from './messages.mutations.ts';

type Props = {
  conversation: Conversation;
  pinned: readonly Message[];
  /** Absent while the two don't talk yet. */
  onReply: ((message: Message) => void) | undefined;
  onEdit: (message: Message) => void;
  onAsk: (asked: OpenDialog) => void;
};

/** What a message shows beside its text, and what the reader can do with it. */
export function useMessageParts({ conversation, pinned, onReply, onEdit, onAsk }: Props) {
  const reader = useUser();
  const { emulation } = useLogin();
  const now = useNow(30_000);
  const pin = usePinMessage();
  const toggle = useToggleReaction();

  function actionsOf(message: Message): MenuAction[] {
    const { sender, kind } = message;
    if (!sender || message.deleted_at) return [];
    const isOwn = sender.id === reader.id;
    const ask = (about: OpenDialog['about']) => () => onAsk({ about, message });
    const isOpen = isOwn && now - Date.parse(message.created_at) < changeMessageMinutes * 60_000;
    const isPinned = pinned.some(({ id }) => id === message.id);
    const actions: (MenuAction | false | undefined)[] = [
      onReply && { label: 'Reply', icon: <Reply />, onSelect: () => onReply(message) },
      message.content !== '' && { label: 'Copy', icon: <Copy />, onSelect: () => void copy(message.content) },
      onReply && {
        label: isPinned ? 'Unpin' : 'Pin',
        icon: isPinned ? <PinOff /> : <Pin />,
        onSelect: () => void pin({ message, pin: !isPinned }),
      },
      message.reactions.length > 0 && { label: 'Who reacted', icon: <Users />, onSelect: ask('reactions') },
      isOwn && conversation.type === 'group' && { label: 'Seen by', icon: <CheckCheck />, onSelect: ask('seen') },
      isOpen &&
        (kind === 'text' || kind === 'photo') && {
          label: kind === 'text' ? 'Edit' : message.content ? 'Edit caption' : 'Add a caption',
          icon: <Pencil />,
          onSelect: () => onEdit(message),
        },
      isOpen && { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: ask('delete') },
      !isOwn && !emulation && reportAction(ask('report')),
    ];
    return actions.filter((action) => action !== false && action !== undefined);
  }

  const partsOf = (message: ShownMessage<Message>, goTo: (seq: number) => void) => ({
    ...(message.kind === 'poll' && { text: '' }),
    isCaption: message.kind === 'photo' && message.content !== '',
    quote: message.reply_to && {
      ...quoteInWords(message.reply_to, reader.id),
      onOpen: message.reply_to.state === 'shown' ? () => goTo(message.reply_to?.seq ?? 0) : undefined,
    },
    reactions: message.reactions.map(({ emoji, count, is_mine }) => ({
      emoji,
      count,
      isMine: is_mine,
      label: `${emojiName(emoji)}, ${count}${is_mine ? ', including you' : ''}`,
      onToggle: () => toggle(message, emoji),
    })),
    ...(!message.state &&
      onReply && {
        onReply: () => onReply(message),
        signs: [
          ...quickEmojis.map(({ emoji, name }) => ({
            label: name,
            sign: emoji,
            isOn: isMine(message, emoji),
            onSelect: () => toggle(message, emoji),
          })),
          { label: 'More emojis', sign: <SmilePlus />, onSelect: () => onAsk({ about: 'emoji', message }) },
        ],
      }),
  });

  return { actionsOf, partsOf };
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toasts.success('Copied');
  } catch {
    toasts.error("Couldn't copy the message.");
  }
}
