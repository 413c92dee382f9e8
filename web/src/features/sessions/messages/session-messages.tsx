import { useState } from 'react';
import { ChatComposer, ChatMessages } from '#platform/chat/chat-panel.tsx';
import { ScriptedNote } from '#platform/chat/scripted-note.tsx';
import { Undelivered, useUndelivered } from '#platform/chat/undelivered.tsx';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { ReportDialog, type Reported, reportAction } from '#platform/people/safety.tsx';
import type { SessionDetail } from '../session.ts';
import { sessionChat } from './session-chat.ts';
import { noteOf } from './session-notes.ts';

type Props = { session: SessionDetail; heading: 'h2' | 'h3' };

const chatElement = (session: SessionDetail) => `chat-${session.id}`;

/** Participants read it, and the gym's managers unless only invited members meet. Spotter support doesn't. */
export function useCanReadChat(session: SessionDetail): boolean {
  const { emulation } = useLogin();
  if (emulation) return false;
  return session.is_participant || (!session.invite_only && (session.can_edit || session.can_check_in_others));
}

/** Whether this reader sees anything of the session's chat. */
export function useShowsChat(session: SessionDetail): boolean {
  const undelivered = useUndelivered(sessionChat, session.id).length;
  const canRead = useCanReadChat(session);
  return canRead || undelivered > 0 || session.can_join || session.can_wait;
}

/** A session's chat. Managers of its gym can read it; only participants write. */
export function SessionMessages({ session, heading: Heading }: Props) {
  const reader = useUser();
  const canRead = useCanReadChat(session);
  const [reported, setReported] = useState<Reported | null>(null);
  return (
    <section
      id={chatElement(session)}
      className="flex min-h-0 min-w-0 flex-col gap-3 max-lg:scroll-mb-96 lg:scroll-mb-28"
    >
      <Heading className="text-base">Chat</Heading>
      {reader.is_demo_user && canRead ? <ScriptedNote /> : null}
      {canRead ? (
        <ChatMessages
          chat={sessionChat}
          chatId={session.id}
          noteOf={noteOf}
          emptyText={session.is_participant ? 'No messages yet. Say hello!' : 'No messages yet.'}
          actionsOf={({ id, sender }) =>
            sender && sender.id !== reader.id
              ? [reportAction(() => setReported({ kind: 'session_message', id, person: sender }))]
              : []
          }
          className="max-h-[min(60dvh,34rem)]"
        />
      ) : (
        <>
          {session.can_join || session.can_wait ? <p className="text-text-secondary">Join to see the chat.</p> : null}
          <Undelivered chat={sessionChat} chatId={session.id} />
        </>
      )}
      <ReportDialog reported={reported} onClose={() => setReported(null)} />
    </section>
  );
}

/** The composer at the bottom of the screen, which brings the chat it writes to into view. */
export function DockedComposer({ session }: { session: SessionDetail }) {
  const showChat = () => document.getElementById(chatElement(session))?.scrollIntoView({ block: 'end' });
  return (
    <ChatComposer
      chat={sessionChat}
      chatId={session.id}
      placeholder="Message the group"
      onFocus={showChat}
      // The sent message makes the chat longer.
      onSent={() => requestAnimationFrame(showChat)}
    />
  );
}
