import { changeMessageMinutes } from '@spotter/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Copy, Pencil, Pin, PinOff, Reply, SmilePlus, Trash2, Users } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { draftNameOf } from '#platform/chat/chat.ts';
import { ChatComposer, ChatMessages } from '#platform/chat/chat-panel.tsx';
import type { ShownMessage } from '#platform/chat/use-chat.ts';
import { useChosenPhotos } from '#platform/chat/use-chosen-photos.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useNeedsVerifiedEmail, VerifyEmail } from '#platform/login/verify-email.tsx';
import { ReportDialog, type Reported, reportAction } from '#platform/people/report-dialog.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { usePictureDrop } from '#ui/chat/use-picture-drop.ts';
import type { MenuAction } from '#ui/layer/menu.tsx';
import { Question } from '#ui/layer/question.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { useNow } from '#ui/use-now.ts';
import { conversationChat } from '../conversation-chat.ts';
import {
  asQuote,
  conversationName,
  noteOf,
  othersIn,
  quoteInWords,
  receiptOf,
  typingInWords,
} from '../conversation-words.ts';
import { useDeleteMessage, useEditMessage, usePinMessage } from '../conversations.mutations.ts';
import { type Conversation, type Message, pinnedMessagesQuery } from '../conversations.queries.ts';
import type { PollAnswer } from '../polls/polls.ts';
import { EmojiPicker } from '../reactions/emoji-picker.tsx';
import { emojiName, quickEmojis } from '../reactions/emojis.ts';
import { isMine, useToggleReaction } from '../reactions/reactions.ts';
import { RequestBar } from '../requests/request-bar.tsx';
import { useSendTyping, useTyping } from '../typing.ts';
import { EditComposer } from './edit-composer.tsx';
import { MessagePhoto } from './message-photo.tsx';
import { ReplyPreview } from './reply-preview.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useReply } from './use-reply.ts';

const parts: (() => Promise<unknown>)[] = [];

/** A part that few chats show at first. */
export function part<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  parts.push(load);
  return lazy(load);
}

/** Loads them once the window of chats is open, so that they are there without a connection, too. */
export const fetchParts = () => {
  for (const load of parts) void load().catch(() => {});
};

const PinnedBar = part(() => import('./pinned-bar.tsx'));
const PollCard = part(() => import('../polls/poll-card.tsx'));
const PollForm = part(() => import('../polls/poll-form.tsx'));
const WhoReacted = part(() => import('../reactions/who-reacted.tsx'));
const SeenBy = part(() => import('./seen-by.tsx'));
const ChosenPhotos = part(() => import('./chosen-photos.tsx'));
const WhoVoted = part(() => import('../polls/who-voted.tsx'));

type Props = {
  conversation: Conversation;
  /** The message to show; each new object shows it again. */
  at: { seq: number } | undefined;
  /** The card of a shared session; null for a reader who may not see it. */
  sessionCard: (session: Message['session']) => ReactNode;
  /** Whether the reader still has to answer the invite on such a card, which answers a message request too. */
  useIsOpenInvite: (sessionId: string | undefined) => boolean;
  onLeft: () => void;
  /** Makes a session of a poll's answer. */
  onMakeSession: (answer: PollAnswer, startsAt: string) => void;
  /** Puts the cursor into the composer, where no keyboard would cover the messages. */
  focusFirst: boolean;
};

/** The messages of a conversation and the composer. Give it the conversation's id as its key. */
export function ConversationThread({
  conversation,
  at,
  sessionCard,
  useIsOpenInvite,
  onLeft,
  onMakeSession,
  focusFirst,
}: Props) {
  const reader = useUser();
  const { id, unread_count } = conversation;
  const [readTo] = useState(() => (unread_count > 0 ? readBy(conversation, reader.id) : undefined));
  const [editing, setEditing] = useState<{ message: Message; text: string } | null>(null);
  const [quote, setQuote] = useReply(reader.id, id);
  const [asked, setAsked] = useState<{
    about: 'delete' | 'emoji' | 'reactions' | 'seen' | 'votes';
    message: Message;
  } | null>(null);
  const askedAbout = (about: NonNullable<typeof asked>['about']) => (asked?.about === about ? asked.message : null);
  const close = () => setAsked(null);
  const [reported, setReported] = useState<Reported | null>(null);
  const { emulation } = useLogin();
  const remove = useDeleteMessage();
  const edit = useEditMessage();
  const pinned = useQuery(pinnedMessagesQuery(conversation)).data ?? [];
  const pin = usePinMessage();
  // What the reader asked for last: a message found elsewhere, or a pinned one.
  const [spot, setSpot] = useState(at);
  const [lastAt, setLastAt] = useState(at);
  if (at !== lastAt) {
    setLastAt(at);
    setSpot(at);
  }
  const markRead = useMarkRead(conversation, reader.id);
  const sendTyping = useSendTyping(id);
  const now = useNow(30_000);
  // Until a request is accepted, the two don't talk.
  const isRequest = conversation.request === 'sent' || conversation.request === 'received';
  const toggle = useToggleReaction();
  const photos = useChosenPhotos(conversationChat, id);
  // A first message to somebody new has words.
  const isBegun = conversation.type === 'group' || conversation.last_seq > 0;
  const needsEmail = useNeedsVerifiedEmail();
  const [isAsking, setAsking] = useState(false);
  const [wantsPhotos, setWantsPhotos] = useState(false);
  const choosePhotos = needsEmail ? () => setWantsPhotos(true) : photos.choose;
  // A demo keeps no files.
  const onPictures = reader.is_demo_user || isRequest ? undefined : choosePhotos;
  /** Shown at once; what was refused can be copied or tried again. */
  function saveEdit(message: Message, text: string) {
    setEditing(null);
    if (text === message.content) return;
    edit.mutate({ message, value: text }, { onError: () => setEditing((other) => other ?? { message, text }) });
  }
  function reply(message: Message) {
    setEditing(null);
    setQuote(asQuote(message));
  }

  function actionsOf(message: Message): MenuAction[] {
    const { sender, kind } = message;
    if (!sender || message.deleted_at) return [];
    const isOwn = sender.id === reader.id;
    const ask = (about: NonNullable<typeof asked>['about']) => () => setAsked({ about, message });
    const isOpen = isOwn && now - Date.parse(message.created_at) < changeMessageMinutes * 60_000;
    const isPinned = pinned.some(({ id }) => id === message.id);
    const actions: (MenuAction | false)[] = [
      !isRequest && { label: 'Reply', icon: <Reply />, onSelect: () => reply(message) },
      message.content !== '' && { label: 'Copy', icon: <Copy />, onSelect: () => void copy(message.content) },
      !isRequest && {
        label: isPinned ? 'Unpin' : 'Pin',
        icon: isPinned ? <PinOff /> : <Pin />,
        onSelect: () => pin.mutate({ message, pin: !isPinned }),
      },
      message.reactions.length > 0 && { label: 'Who reacted', icon: <Users />, onSelect: ask('reactions') },
      isOwn && conversation.type === 'group' && { label: 'Seen by', icon: <CheckCheck />, onSelect: ask('seen') },
      isOpen &&
        (kind === 'text' || kind === 'photo') && {
          label: kind === 'text' ? 'Edit' : message.content ? 'Edit caption' : 'Add a caption',
          icon: <Pencil />,
          onSelect: () => setEditing({ message, text: message.content }),
        },
      isOpen && { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: ask('delete') },
      !isOwn && !emulation && reportAction(() => setReported({ kind: 'message', id: message.id, person: sender })),
    ];
    return actions.filter((action) => action !== false);
  }
  const partsOf = (message: ShownMessage<Message>, goTo: (seq: number) => void) => ({
    ...(message.kind === 'poll' && { text: '' }),
    quote: message.reply_to && {
      ...quoteInWords(message.reply_to, reader.id),
      onOpen: message.reply_to.state === 'shown' ? () => goTo(message.reply_to?.seq ?? 0) : undefined,
    },
    reactions: message.reactions.map(({ emoji, count, is_mine }) => ({
      emoji,
      count,
      isMine: is_mine,
      label: `${emojiName(emoji)}, ${count}${is_mine ? ', including you' : ''}`,
      onToggle: () => toggle.mutate({ message, emoji }),
    })),
    ...(!message.state &&
      !isRequest && {
        onReply: () => reply(message),
        signs: [
          ...quickEmojis.map(({ emoji, name }) => ({
            label: name,
            sign: emoji,
            isOn: isMine(message, emoji),
            onSelect: () => toggle.mutate({ message, emoji }),
          })),
          { label: 'More emojis', sign: <SmilePlus />, onSelect: () => setAsked({ about: 'emoji', message }) },
        ],
      }),
  });
  function cardOf(message: ShownMessage<Message>) {
    if (message.kind === 'poll')
      return (
        <Suspense fallback={<Skeleton className="h-56 w-80 max-w-full rounded-sheet" />}>
          <PollCard
            message={message}
            onVoters={() => setAsked({ about: 'votes', message })}
            onMakeSession={
              emulation
                ? undefined
                : (option, startsAt) => onMakeSession({ conversationId: id, messageId: message.id, option }, startsAt)
            }
          />
        </Suspense>
      );
    if (message.kind === 'photo') return <MessagePhoto message={message} />;
    return message.kind === 'session' ? sessionCard(message.session) : undefined;
  }
  const area = useRef<HTMLDivElement>(null);
  const isOver = usePictureDrop(area, onPictures);

  return (
    <div ref={area} className="relative flex min-h-0 flex-1 flex-col">
      {isOver ? (
        <p className="pointer-events-none absolute inset-3 z-10 grid animate-enter place-items-center rounded-card border-2 border-primary border-dashed bg-primary-soft font-semibold text-primary-text">
          Drop photos here to send them
        </p>
      ) : null}
      {pinned.length > 0 ? (
        <Suspense>
          <PinnedBar pinned={pinned} onShow={(seq) => setSpot({ seq })} />
        </Suspense>
      ) : null}
      <div className="flex min-h-0 flex-1 flex-col justify-end px-4">
        <ChatMessages
          chat={conversationChat}
          chatId={id}
          noteOf={noteOf}
          emptyText={emptyText(conversation, reader.id)}
          readTo={readTo}
          at={spot}
          hidesNames={conversation.type === 'direct'}
          onReach={markRead}
          cardOf={cardOf}
          partsOf={partsOf}
          actionsOf={actionsOf}
          receiptOf={(message) => receiptOf(message, conversation, reader.id)}
          fill
        />
      </div>
      <TypingLine conversation={conversation} />
      <div
        data-docked=""
        className="flex shrink-0 flex-col gap-2 px-4 pt-1 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        {wantsPhotos ? <VerifyEmail to="to send photos" /> : null}
        {quote && !editing ? <ReplyPreview quote={quote} onCancel={() => setQuote(null)} /> : null}
        {conversation.request === 'declined' ? (
          <p className="px-1 pb-2 text-sm text-text-secondary">
            You declined this request. If you write, you accept it.
          </p>
        ) : null}
        {editing ? (
          <EditComposer
            key={editing.message.id}
            text={editing.text}
            onSave={(value) => saveEdit(editing.message, value)}
            onCancel={() => setEditing(null)}
          />
        ) : isRequest ? (
          <RequestBar conversation={conversation} useIsOpenInvite={useIsOpenInvite} onLeft={onLeft} />
        ) : (
          <ChatComposer
            chat={conversationChat}
            chatId={id}
            placeholder={placeholder(conversation, reader.id)}
            onTyping={sendTyping}
            focusFirst={focusFirst}
            quote={quote}
            onQuoteDone={() => setQuote(null)}
            onPictures={onPictures}
            onPoll={isBegun ? () => setAsking(true) : undefined}
          />
        )}
      </div>
      {photos.chosen.length > 0 ? (
        <Suspense>
          <ChosenPhotos
            chosen={photos.chosen}
            to={conversationName(conversation, reader.id)}
            onChoose={photos.choose}
            onRemove={photos.remove}
            onCancel={photos.clear}
            draft={draftNameOf(conversationChat, id)}
            onSend={(caption) => {
              void photos.send(quote, caption);
              setQuote(null);
            }}
          />
        </Suspense>
      ) : null}
      <ReportDialog reported={reported} onClose={() => setReported(null)} />
      <Question
        open={askedAbout('delete') !== null}
        title="Delete this message?"
        text="It's deleted for everyone. A note shows that there was a message."
        no="Keep"
        yes="Delete"
        onClose={close}
        onYes={() => asked && remove.mutate({ message: asked.message, value: undefined })}
      />
      <EmojiPicker
        open={askedAbout('emoji') !== null}
        chosen={asked?.message.reactions.flatMap(({ emoji, is_mine }) => (is_mine ? emoji : [])) ?? []}
        onPick={(emoji) => {
          if (asked) toggle.mutate({ message: asked.message, emoji });
          close();
        }}
        onClose={close}
      />
      <Suspense>
        {isAsking ? <PollForm conversationId={id} onClose={() => setAsking(false)} /> : null}
        {asked?.about === 'reactions' ? <WhoReacted message={asked.message} onClose={close} /> : null}
        {asked?.about === 'seen' ? (
          <SeenBy message={asked.message} conversation={conversation} onClose={close} />
        ) : null}
        {asked?.about === 'votes' ? <WhoVoted message={asked.message} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toasts.success('Copied');
  } catch {
    toasts.error("Couldn't copy the message.");
  }
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
    <p className="h-5 shrink-0 truncate px-5 text-text-secondary text-xs">
      {typingInWords(conversation, typing, reader.id)}
    </p>
  );
}
