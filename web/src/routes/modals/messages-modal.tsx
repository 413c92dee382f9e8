import { wallTimeOf } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { MessageCircle, SquarePen } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { conversationName, othersIn } from '#features/conversations/conversation.words.ts';
import { ConversationMenu } from '#features/conversations/conversation-menu.tsx';
import { ConversationHeadFace, ConversationView, useConversation } from '#features/conversations/conversation-view.tsx';
import type { Conversation } from '#features/conversations/conversations.queries.ts';
import { ConversationList } from '#features/conversations/list/conversation-list.tsx';
import type { PollAnswer } from '#features/conversations/polls/polls.ts';
import { fetchLazyParts, lazyPart } from '#features/conversations/thread/lazy-parts.ts';
import { useStatus } from '#features/conversations/use-status.ts';
import { ChatSession } from '#features/sessions/cards/chat-session.tsx';
import { useIsOpenInvite } from '#features/sessions/spots/use-is-open-invite.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useLeaveSteps } from '#ui/layer/back-steps.ts';
import { Modal } from '#ui/layer/modal.tsx';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { useHasRoom } from '#ui/use-media-query.ts';

const NewConversation = lazyPart(() => import('#features/conversations/people/new-conversation.tsx'));

/** Chats beside the open one; on a phone one after the other, and Back leads from a chat to the list. */
export default function MessagesModal({ modal: { conversationId: id, at }, open }: ModalScreenProps<'messages'>) {
  const modals = useModals();
  useEffect(fetchLazyParts, []);
  const leaveSteps = useLeaveSteps();
  const reader = useUser();
  const isWide = useHasRoom();
  /** Null until it is first wanted. */
  const [isNew, setNew] = useState<boolean | null>(null);
  // Once seen, the list stays under an open chat, so that Back leads to the same search and the same row.
  const [isListed, setListed] = useState(isWide || !id);
  if (!isListed && (isWide || !id)) setListed(true);
  const conversation = useConversation(id).data;
  const status = useStatus(conversation);

  // Dialogs in the window have steps of their own for Back, which end first.
  const show = (conversationId: string, seq?: number) =>
    leaveSteps(() => {
      const next = {
        name: 'messages',
        conversationId,
        ...(seq !== undefined && { at: { seq, tap: Date.now() } }),
      } as const;
      if (isWide || id) modals.change(next);
      else modals.enter(next);
    });
  const showList = () => leaveSteps(() => modals.exit({ name: 'messages' }));
  const train = (conversation: Conversation) => {
    const [other] = othersIn(conversation, reader.id);
    const groupName = conversationName(conversation, reader.id);
    if (conversation.type === 'group')
      modals.open({ name: 'train-together', conversationId: conversation.id, groupName });
    else if (other) modals.open({ name: 'train-together', userId: other.id, firstName: other.first_name });
  };
  const showMessage = (seq: number) => id && show(id, seq);
  const { gym } = useLogin();
  // At the asker's gym, if the reader may use it.
  const makeSession = (poll: PollAnswer, startsAt: string, gymId?: string) => {
    const at = reader.accessible_gyms.find(({ id }) => id === gymId) ?? gym;
    const start = at && { gymId: at.id, start: wallTimeOf(Date.parse(startsAt), at.timezone).slice(0, 16) };
    modals.open({ name: 'create-session', poll, ...start });
  };
  const openSession = (session: string) => modals.open({ name: 'session', id: session });

  const list = <ConversationList openId={id} onOpen={show} onNew={() => setNew(true)} />;
  const view = id ? (
    <ConversationView
      id={id}
      at={at}
      hasHead={isWide}
      focusFirst={isWide}
      sessionCard={(session) => <ChatSession shared={session} onOpen={openSession} />}
      useIsOpenInvite={useIsOpenInvite}
      onTrain={train}
      onLeft={showList}
      onMakeSession={makeSession}
      onShow={showMessage}
      onReport={() => modals.open({ name: 'report-someone' })}
    />
  ) : null;
  const isAlone = !isWide && id !== undefined;
  return (
    <Modal
      inHistory
      fill
      size="xl"
      open={open}
      onOpenChange={modals.closeAll}
      title={isAlone ? (conversation ? conversationName(conversation, reader.id) : 'Chat') : 'Messages'}
      description={isAlone && conversation ? status : undefined}
      face={isAlone && conversation ? <ConversationHeadFace conversation={conversation} /> : undefined}
      onBack={isAlone ? showList : undefined}
      actions={
        isAlone ? (
          conversation && (
            <ConversationMenu conversation={conversation} onTrain={train} onLeft={showList} onShow={showMessage} />
          )
        ) : (
          <IconButton label="New chat" icon={<SquarePen />} size="sm" round onClick={() => setNew(true)} />
        )
      }
    >
      {/* In the same places at every width: a turned tablet keeps what is open over the chat. */}
      <div
        className={clsx(
          'min-h-0 flex-1',
          isWide ? 'grid grid-cols-[minmax(15rem,20rem)_minmax(0,1fr)] border-border border-t' : 'flex flex-col',
        )}
      >
        {isWide || isListed ? (
          <div
            className={clsx(
              'min-h-0 flex-1 flex-col',
              isWide ? 'flex border-border border-r pt-3' : id ? 'hidden' : 'flex',
            )}
          >
            {list}
          </div>
        ) : null}
        <div className={isWide || id ? 'flex min-h-0 flex-1 flex-col' : 'hidden'}>
          {view ?? (isWide ? <NothingOpen /> : null)}
        </div>
      </div>
      {isNew === null ? null : (
        <Suspense fallback={null}>
          <NewConversation open={isNew} onClose={() => setNew(false)} onOpened={show} />
        </Suspense>
      )}
    </Modal>
  );
}

const NothingOpen = () => (
  <EmptyState
    icon={<MessageCircle />}
    title="Choose a chat"
    text="Pick one on the left, or start a new one."
    className="m-auto"
  />
);
