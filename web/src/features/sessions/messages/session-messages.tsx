import { useState } from 'react';
import { ChatComposer, ChatPanel } from '#platform/chat/chat-panel.tsx';
import { Undelivered, useUndelivered } from '#platform/chat/undelivered.tsx';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { ReportDialog, type Reported, reportAction } from '#platform/people/report-dialog.tsx';
import type { SessionDetail } from '../session.ts';
import { sessionChat } from './session-chat.ts';
import { noteOf } from './session-notes.ts';

type Props = {
  session: SessionDetail;
  heading: 'h2' | 'h3';
  /** Whether the composer is below the messages instead of docked at the bottom of the screen. */
  hasComposer: boolean;
};

const placeholder = 'Message the group';
const chatElement = (session: SessionDetail) => `chat-${session.id}`;
export const canReadChat = (session: SessionDetail) =>
  session.is_participant || session.can_edit || session.can_check_in_others;

/** Whether this reader sees anything of the session's chat. */
export function useShowsChat(session: SessionDetail): boolean {
  const undelivered = useUndelivered(sessionChat.outbox, session.id).length;
  return canReadChat(session) || undelivered > 0 || session.can_join || session.can_wait;
}

/** A session's chat. Managers of its gym can read it; only participants write. */
export function SessionMessages({ session, heading: Heading, hasComposer }: Props) {
  const reader = useUser();
  const { emulation } = useLogin();
  const [reported, setReported] = useState<Reported | null>(null);
  return (
    <section id={chatElement(session)} className="flex min-h-0 min-w-0 scroll-mb-36 flex-col gap-3">
      <Heading className="text-base">Chat</Heading>
      {canReadChat(session) ? (
        <ChatPanel
          chat={sessionChat}
          chatId={session.id}
          noteOf={noteOf}
          composer={hasComposer && session.is_participant ? { placeholder } : undefined}
          emptyText={session.is_participant ? 'No messages yet. Say hello!' : 'No messages yet.'}
          actionsOf={({ id, sender }) =>
            sender && sender.id !== reader.id && !emulation
              ? [reportAction(() => setReported({ kind: 'session_message', id, person: sender }))]
              : []
          }
          className="max-h-[min(60dvh,34rem)]"
        />
      ) : (
        <>
          {session.can_join || session.can_wait ? <p className="text-text-secondary">Join to see the chat.</p> : null}
          <Undelivered outbox={sessionChat.outbox} chatId={session.id} />
        </>
      )}
      <ReportDialog reported={reported} onClose={() => setReported(null)} />
    </section>
  );
}

/** The composer at the bottom of a phone, together with the chat it writes to. */
export function DockedComposer({ session }: { session: SessionDetail }) {
  const showChat = () => document.getElementById(chatElement(session))?.scrollIntoView({ block: 'end' });
  return <ChatComposer chat={sessionChat} chatId={session.id} placeholder={placeholder} onFocus={showChat} />;
}
