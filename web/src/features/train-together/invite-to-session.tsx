import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Modal } from '#ui/layer/modal.tsx';

type Props = {
  person: { id: string; first_name: string };
  open: boolean;
  onClose: () => void;
  /** The sessions to choose from. */
  sessions: (choose: (sessionId: string) => void, isSending: boolean) => ReactNode;
  onInvited: (conversationId: string) => void;
};

/** Invites a member to one of the reader's sessions, with its card in their chat. */
export function InviteToSession({ person, open, onClose, sessions, onInvited }: Props) {
  const nonces = useRef(new Map<string, string>());
  const invite = useMutation({
    mutationFn: (session_id: string) => {
      const client_nonce = nonces.current.get(session_id) ?? crypto.randomUUID();
      nonces.current.set(session_id, client_nonce);
      const body = { session_id, client_nonce };
      return api.inviteMember({ params: { id: person.id }, body }, { idempotencyKey: client_nonce });
    },
    onSuccess: ({ conversation_id }) => {
      onClose();
      onInvited(conversation_id);
    },
    onError: (error) => toasts.error(errorText(error, `Couldn't invite ${person.first_name}. Try again.`)),
  });
  return (
    <Modal open={open} onOpenChange={(next) => next || onClose()} title={`Invite ${person.first_name}`} size="sm">
      {sessions((id) => invite.mutate(id), invite.isPending)}
    </Modal>
  );
}
