import { type ReactNode, useState } from 'react';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { Modal } from '#ui/layer/modal.tsx';

type Person = { id: string; first_name: string };

export const inviteMember: Write<Person & { sessionId: string }, Answer<'inviteMember'>> = {
  name: 'inviteMember',
  scope: ({ id }) => `person:${id}`,
  words: ({ first_name }) => `Invite ${first_name} to a session`,
  canRepeat: true,
  send: ({ id, sessionId: session_id }, options) =>
    // The nonce counts longer than the key.
    api.inviteMember({ params: { id }, body: { session_id, client_nonce: options.idempotencyKey } }, options),
  failureText: "Couldn't send the invitation. Try again.",
};

type Props = {
  person: Person;
  open: boolean;
  onClose: () => void;
  /** The sessions to choose from. */
  sessions: (choose: (sessionId: string) => void, isSending: boolean) => ReactNode;
  onInvited: (conversationId: string) => void;
};

/** Invites a member to one of the reader's sessions, with its card in their chat. */
export function InviteToSession({ person: { id, first_name }, open, onClose, sessions, onInvited }: Props) {
  const write = useWrite(inviteMember);
  const [isSending, setIsSending] = useState(false);
  async function invite(sessionId: string) {
    setIsSending(true);
    const outcome = await write({ id, first_name, sessionId });
    setIsSending(false);
    if (outcome === 'waiting') return onClose();
    if (!('answer' in outcome)) return;
    onClose();
    onInvited(outcome.answer.conversation_id);
  }
  return (
    <Modal open={open} onOpenChange={(next) => next || onClose()} title={`Invite ${first_name}`} size="sm">
      {sessions((sessionId) => void invite(sessionId), isSending)}
    </Modal>
  );
}
