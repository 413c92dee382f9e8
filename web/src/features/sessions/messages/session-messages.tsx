import { useState } from 'react';
import { ChatComposer, ChatMessages } from '#platform/chat/chat-panel.tsx';
import { ScriptedNote } from '#platform/chat/scripted-note.tsx';
import { Undelivered, useUndelivered } from '#platform/chat/undelivered.tsx';
import { useUser } from '#platform/login/use-login.ts';
import { ReportDialog, type Reported, reportAction } from '#platform/people/safety.tsx';
import type { SessionDetail } from '../session.ts';
import { sessionChat } from './session-chat.ts';
import { noteOf } from './session-notes.ts';

type Props = { session: SessionDetail; heading: 'h2' | 'h3' };

const chatElement = (session: SessionDetail) => `chat-${session.id}`;

/** Whether this reader sees anything of the session's chat. */
export function useShowsChat(session: SessionDetail): boolean {
  const undelivered = useUndelivered(sessionChat, session.id).length;
  return session.is_participant || undelivered > 0 || session.can_join || session.can_wait;
}

/** A session's chat, for its participants. */
export function SessionMessages({ session, heading: Heading }: Props) {
  const reader = useUser();
  const [reported, setReported] = useState<Reported | null>(null);
  return (
    <section
      id={chatElement(session)}
      className="flex min-h-0 min-w-0 flex-col gap-3 max-lg:scroll-mb-96 lg:scroll-mb-28"
    >
      <Heading className="text-base">Chat</Heading>
      {reader.is_demo_user && session.is_participant ? <ScriptedNote /> : null}
      {session.is_participant ? (
        <ChatMessages
          chat={sessionChat}
          chatId={session.id}
          noteOf={noteOf}
          emptyText="No messages yet. Say hello!"
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
