import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { hideMessage } from '#features/messages/index.ts';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { foldKeys } from '#platform/events/fold-keys.ts';
import { tell } from '#platform/events/tell.ts';
import type { News } from '#platform/events/write.ts';
import type { SentMessage } from './session-messages.repo.ts';

/**
 * Sends a new message to every member who may read it, and notifies the others. Text notifications fold by session. Of
 * one sender's quick actions only the newest counts.
 */
export function sessionMessageCreated(tx: Db, organizationId: string, sent: SentMessage): void {
  const { message, gym_id, others, hidden_from: hidden } = sent;
  const { session_id, action, details } = message;
  const actorId = message.sender?.id ?? '';
  const seen = others.filter((person) => !hidden.includes(person));
  const heard = (told: SessionMessage, to: string[]): News => ({
    scope: organizationId,
    type: 'session_message.created',
    data: { session_id, gym_id, message: told },
    to,
  });
  tell(
    tx,
    heard(message, [actorId]),
    heard({ ...message, client_nonce: null }, seen),
    heard(hideMessage(message, { action: null, details: null }), hidden),
    notification({
      organizationId,
      kind: 'session_message',
      to: seen,
      actorId,
      sessionId: session_id,
      ...(action
        ? { fold: `session_message:${session_id}:${actorId}`, data: { action, ...details } }
        : { fold: foldKeys.sessionChat(session_id), data: { message_id: message.id } }),
    }),
  );
}

/** Sends a removed message to the members of the session. */
export function sessionMessageUpdated(tx: Db, organizationId: string, removed: SentMessage): void {
  const { message, gym_id, others, hidden_from: hidden } = removed;
  const heard = (told: SessionMessage, to: string[]): News => ({
    scope: organizationId,
    type: 'session_message.updated',
    data: { session_id: message.session_id, gym_id, message: { ...told, client_nonce: null } },
    to,
  });
  tell(
    tx,
    heard(
      message,
      [message.sender?.id ?? '', ...others].filter((id) => id && !hidden.includes(id)),
    ),
    heard(hideMessage(message, { action: null, details: null }), hidden),
  );
}
