import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftNameOf } from '#platform/chat/chat.ts';
import { ChatMessages } from '#platform/chat/chat-panel.tsx';
import { ScriptedNote } from '#platform/chat/scripted-note.tsx';
import type { ShownMessage } from '#platform/chat/use-chat.ts';
import { useChosenPhotos } from '#platform/chat/use-chosen-photos.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useNeedsVerifiedEmail, VerifyEmail } from '#platform/login/verify-email.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { usePictureDrop } from '#ui/chat/use-picture-drop.ts';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { asQuote, conversationName, noteOf, othersIn, receiptOf, typingInWords } from '../conversation.words.ts';
import { conversationChat } from '../conversation-chat.ts';
import { type Conversation, type Message, pinnedMessagesQuery } from '../conversations.queries.ts';
import type { PollAnswer } from '../polls/polls.ts';
import { RequestBar } from '../requests/request-bar.tsx';
import { takeSharedPhotos } from '../shared-photos.ts';
import { useTyping } from '../typing.ts';
import { lazyPart } from './lazy-parts.ts';
import { MessageDialogs, type OpenDialog } from './message-dialogs.tsx';
import { MessagePhoto } from './message-photo.tsx';
import { type Editing, ThreadDock } from './thread-dock.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useMessageParts } from './use-message-parts.tsx';
import { useReply } from './use-reply.ts';

const PinnedBar = lazyPart(() => import('./pinned-bar.tsx'));
const PollCard = lazyPart(() => import('../polls/poll-card.tsx'));
const PollForm = lazyPart(() => import('../polls/poll-form.tsx'));
const ChosenPhotos = lazyPart(() => import('./chosen-photos.tsx'));

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
  onMakeSession: (answer: PollAnswer, startsAt: string, gymId?: string) => void;
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
  const [editing, setEditing] = useState<Editing | null>(null);
  const reply = useReply(reader.id, id);
  const [quote, setQuote] = reply;
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const queryClient = useQueryClient();
  const pinned = useQuery(pinnedMessagesQuery(conversation)).data ?? [];
  const [spot, setSpot] = useSpot(at);
  const markRead = useMarkRead(conversation, reader.id);
  // Until a request is accepted, the two don't talk.
  const isRequest = conversation.request === 'sent' || conversation.request === 'received';
  const answer = (message: Message) => {
    setEditing(null);
    setQuote(asQuote(message));
  };
  const { actionsOf, partsOf } = useMessageParts({
    conversation,
    pinned,
    onReply: isRequest ? undefined : answer,
    onEdit: (message) => setEditing({ message, text: message.content }),
    onAsk: setAsked,
  });
  const photos = useChosenPhotos(conversationChat, id);
  const needsEmail = useNeedsVerifiedEmail();
  const [wantsPhotos, setWantsPhotos] = useState(false);
  const choosePhotos = needsEmail ? () => setWantsPhotos(true) : photos.choose;
  // A demo keeps no files.
  const onPictures = reader.is_demo_user || isRequest ? undefined : choosePhotos;
  const chooseShared = useEffectEvent((files: File[]) => {
    if (onPictures) onPictures(files);
    else toasts.info("Photos can't be sent here", { id: 'no-photos' });
  });
  useEffect(() => {
    const files = takeSharedPhotos(queryClient, id);
    if (files.length > 0) chooseShared(files);
  }, [queryClient, id]);
  const [isAsking, setAsking] = useState(false);
  // A first message to somebody new has words.
  const isBegun = conversation.type === 'group' || conversation.last_seq > 0;
  const area = useRef<HTMLDivElement>(null);
  const isOver = usePictureDrop(area, onPictures);

  function cardOf(message: ShownMessage<Message>) {
    if (message.kind === 'photo') return <MessagePhoto message={message} />;
    if (message.kind === 'session') return sessionCard(message.session);
    return message.kind === 'poll' ? (
      <PollOf
        message={message}
        onVoters={() => setAsked({ about: 'votes', message })}
        onMakeSession={(option, startsAt) =>
          onMakeSession({ conversationId: id, messageId: message.id, option }, startsAt, message.poll?.gym?.id)
        }
      />
    ) : undefined;
  }

  return (
    <div ref={area} className="relative flex min-h-0 flex-1 flex-col">
      {isOver ? <DropHint /> : null}
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
      {reader.is_demo_user ? <ScriptedNote /> : null}
      <TypingLine conversation={conversation} />
      <ThreadDock
        {...{ conversation, editing, setEditing, reply, focusFirst, onPictures }}
        notice={wantsPhotos ? <VerifyEmail to="to send photos" /> : null}
        requestBar={
          isRequest ? (
            <RequestBar conversation={conversation} useIsOpenInvite={useIsOpenInvite} onLeft={onLeft} />
          ) : null
        }
        onPoll={isBegun ? () => setAsking(true) : undefined}
      />
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
      <MessageDialogs asked={asked} conversation={conversation} onClose={() => setAsked(null)} />
      <Suspense>{isAsking ? <PollForm conversationId={id} onClose={() => setAsking(false)} /> : null}</Suspense>
    </div>
  );
}

/** What the reader asked for last: a message found elsewhere, or a pinned one. */
function useSpot(at: Props['at']) {
  const [spot, setSpot] = useState(at);
  const [lastAt, setLastAt] = useState(at);
  if (at !== lastAt) {
    setLastAt(at);
    setSpot(at);
  }
  return [spot, setSpot] as const;
}

type PollProps = {
  message: ShownMessage<Message>;
  onVoters: () => void;
  onMakeSession: (option: number, startsAt: string) => void;
};

function PollOf({ message, onVoters, onMakeSession }: PollProps) {
  const { emulation } = useLogin();
  return (
    <Suspense fallback={<Skeleton className="h-56 w-80 max-w-full rounded-sheet" />}>
      <PollCard message={message} onVoters={onVoters} onMakeSession={emulation ? undefined : onMakeSession} />
    </Suspense>
  );
}

const DropHint = () => (
  <p className="pointer-events-none absolute inset-3 z-10 grid animate-enter place-items-center rounded-card border-2 border-primary border-dashed bg-primary-soft font-semibold text-primary-text">
    Drop photos here to send them
  </p>
);

const readBy = ({ participants }: Conversation, userId: string) =>
  participants.find(({ id }) => id === userId)?.last_read_seq;

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
