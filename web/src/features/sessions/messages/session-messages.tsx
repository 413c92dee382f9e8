import clsx from 'clsx';
import { useUser } from '#platform/login/use-login.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { SessionDetail } from '../session.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatWindow } from './chat-window.tsx';
import { useSendSessionMessage, useSessionChat } from './session-chat.queries.ts';

type Props = { session: SessionDetail; heading: 'h2' | 'h3' };

/** The talk of those who are in. Whoever manages the gym reads along. */
export function SessionTalk({ session, heading: Heading }: Props) {
  const mayRead = session.is_participant || session.can_edit || session.can_check_in_others;
  const isOver = session.status === 'cancelled';
  if (!mayRead && (isOver || !(session.can_join || session.can_wait))) return null;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <Heading className="text-base">Chat</Heading>
      {mayRead ? (
        <Talk session={session} />
      ) : (
        <p className="text-text-secondary">Those who are in talk here. Join to read along.</p>
      )}
    </section>
  );
}

function Talk({ session }: { session: SessionDetail }) {
  const reader = useUser();
  const chat = useSessionChat(session.id);
  const { send, retry, discard } = useSendSessionMessage(session.id);
  const isEmpty = chat.lines.length === 0;
  return (
    <div className="flex flex-col gap-3">
      {chat.isPending && isEmpty ? (
        <ChatSkeleton />
      ) : chat.error && isEmpty ? (
        <p role="alert" className="flex items-center justify-between gap-3 text-text-secondary">
          The chat did not load.
          <Button variant="secondary" size="sm" loading={chat.isFetching} onClick={() => void chat.refetch()}>
            Try again
          </Button>
        </p>
      ) : isEmpty ? (
        <p className="text-text-secondary">
          {session.is_participant ? 'Nobody has said anything yet. Say hello.' : 'Nobody has said anything yet.'}
        </p>
      ) : (
        <ChatWindow
          lines={chat.lines}
          readerId={reader.id}
          hasOlder={chat.hasOlder}
          isLoadingOlder={chat.isLoadingOlder}
          onOlder={chat.loadOlder}
          onRetry={retry}
          onDiscard={discard}
        />
      )}
      {session.is_participant ? <ChatComposer key={session.id} sessionId={session.id} onSend={send} /> : null}
    </div>
  );
}

const shapes = ['w-2/3', 'w-1/2', 'ml-auto w-3/5 rtl:mr-auto rtl:ml-0', 'w-2/5'];

const ChatSkeleton = () => (
  <div role="status" aria-busy="true" aria-label="Loading the chat" className="flex flex-col gap-2.5">
    {shapes.map((shape) => (
      <Skeleton key={shape} className={clsx('h-10 rounded-sheet', shape)} />
    ))}
  </div>
);
