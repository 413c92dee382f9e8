import { ChatPanel } from '#platform/chat/chat-panel.tsx';
import { Undelivered, useUndelivered } from '#platform/chat/undelivered.tsx';
import type { SessionDetail } from '../session.ts';
import { sessionChat } from './session-chat.ts';
import { noteOf } from './session-notes.ts';

type Props = { session: SessionDetail; heading: 'h2' | 'h3' };

/** The chat of a session. Managers of its gym read it, only its members write. */
export function SessionMessages({ session, heading: Heading }: Props) {
  const canRead = session.is_participant || session.can_edit || session.can_check_in_others;
  const undelivered = useUndelivered(sessionChat.outbox, session.id).length;
  const isOver = session.status === 'cancelled';
  if (!canRead && undelivered === 0 && (isOver || !(session.can_join || session.can_wait))) return null;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <Heading className="text-base">Chat</Heading>
      {canRead ? (
        <ChatPanel
          chat={sessionChat}
          chatId={session.id}
          noteOf={noteOf}
          canWrite={session.is_participant}
          placeholder="Message the group"
          emptyText={session.is_participant ? 'No messages yet. Say hello!' : 'No messages yet.'}
          className="max-h-[min(60dvh,34rem)]"
        />
      ) : (
        <>
          {session.can_join || session.can_wait ? <p className="text-text-secondary">Join to see the chat.</p> : null}
          <Undelivered outbox={sessionChat.outbox} chatId={session.id} />
        </>
      )}
    </section>
  );
}
