import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useMemo } from 'react';
import { ApiError } from '#platform/api/api-error.ts';
import { useUser } from '#platform/login/use-login.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { ChatSkeleton } from '#ui/chat/chat-skeleton.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { conversationName, othersIn } from './conversation.words.ts';
import { ConversationFace } from './conversation-face.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { type Conversation, conversationQuery } from './conversations.queries.ts';
import { ConversationThread } from './thread/conversation-thread.tsx';
import { useStatus } from './use-status.ts';

/** Loaded when it happens, which is rare. */
const ConversationGone = lazy(() => import('./conversation-gone.tsx'));

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'conversation_not_found';

export const useConversation = (id: string | undefined) =>
  useQuery({ ...conversationQuery(useQueryClient(), id ?? ''), enabled: id !== undefined });

type Props = {
  id: string;
  /** The message to show, and the tap that asked for it. */
  at?: { seq: number; tap: number } | undefined;
  /** Whether the name and the menu stand above the messages, and not in the window's own head. */
  hasHead: boolean;
  focusFirst: boolean;
  sessionCard: ComponentProps<typeof ConversationThread>['sessionCard'];
  useIsOpenInvite: ComponentProps<typeof ConversationThread>['useIsOpenInvite'];
  onTrain: (conversation: Conversation) => void;
  onLeft: () => void;
  onMakeSession: ComponentProps<typeof ConversationThread>['onMakeSession'];
  /** Shows a message by its number. */
  onShow: (seq: number) => void;
  /** Asks for the list of everyone the reader has met. */
  onReport: () => void;
};

/** An open conversation, or what became of it. */
export function ConversationView({
  id,
  at,
  hasHead,
  focusFirst,
  sessionCard,
  useIsOpenInvite,
  onMakeSession,
  onReport,
  ...rest
}: Props) {
  const { onLeft } = rest;
  const query = useConversation(id);
  // The history clones its entries; only another tap shows the message again.
  const [seq, tap] = [at?.seq, at?.tap];
  const spot = useMemo(() => (seq === undefined ? undefined : { seq, tap }), [seq, tap]);
  const { data: conversation, error } = query;
  if (isGone(error))
    return (
      <Suspense fallback={<div className="grow" />}>
        <ConversationGone id={id} onLeft={onLeft} onReport={onReport} />
      </Suspense>
    );
  if (!conversation && error)
    return (
      <ErrorState
        title="Couldn't load the chat"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        className="m-auto"
      />
    );
  if (!conversation)
    return (
      <div className="p-4">
        <ChatSkeleton />
      </div>
    );
  return (
    <>
      {hasHead ? <Head conversation={conversation} {...rest} /> : null}
      <ConversationThread
        key={id}
        conversation={conversation}
        at={spot}
        sessionCard={sessionCard}
        useIsOpenInvite={useIsOpenInvite}
        onLeft={onLeft}
        onMakeSession={onMakeSession}
        focusFirst={focusFirst}
      />
    </>
  );
}

type HeadProps = Pick<Props, 'onTrain' | 'onLeft' | 'onShow'> & { conversation: Conversation };

function Head({ conversation, ...rest }: HeadProps) {
  const reader = useUser();
  const status = useStatus(conversation);
  return (
    <div className="relative flex shrink-0 items-center gap-3 border-border border-b px-4 py-2.5">
      <ConversationHeadFace row conversation={conversation} />
      <div className="min-w-0 flex-1">
        <h3 dir="auto" className="truncate text-base">
          {conversationName(conversation, reader.id)}
        </h3>
        {status ? <p className="truncate text-sm text-text-secondary">{status}</p> : null}
      </div>
      <ConversationMenu conversation={conversation} {...rest} />
    </div>
  );
}

/** The face over an open chat, which leads to the profile of the other person. */
export function ConversationHeadFace({ conversation, row = false }: { conversation: Conversation; row?: boolean }) {
  const reader = useUser();
  const [other] = conversation.type === 'direct' ? othersIn(conversation, reader.id) : [];
  const face = <ConversationFace conversation={conversation} />;
  if (!other) return face;
  return (
    <ProfileLink
      row={row}
      userId={other.id}
      name={conversationName(conversation, reader.id)}
      className="shrink-0 rounded-full"
    >
      {face}
    </ProfileLink>
  );
}
