import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import type { Line } from './session-messages.repo.ts';

/** Folded away, as it is read by somebody for whom its sender does not exist. */
const folded = (message: SessionMessage): SessionMessage => ({
  ...message,
  client_nonce: null,
  kind: 'text',
  sender: null,
  content: '',
  action: null,
  details: null,
  is_hidden: true,
});

/**
 * Everybody in the session hears of a new line, and the others are told. Text folds by session; of the quick actions of
 * one person the newest is what counts.
 */
export function sessionMessageCreated(tx: Db, organizationId: string, line: Line): void {
  const { message, gym_id, others, hidden_from: hidden } = line;
  const { session_id, action, details } = message;
  const actorId = message.sender?.id ?? '';
  const seen = others.filter((person) => !hidden.includes(person));
  const told = { scope: organizationId, type: 'session_message.created' as const };
  tell(
    tx,
    { ...told, data: { session_id, gym_id, message }, to: [actorId, ...seen] },
    { ...told, data: { session_id, gym_id, message: folded(message) }, to: hidden },
    notification({
      organizationId,
      kind: 'session_message',
      to: seen,
      actorId,
      sessionId: session_id,
      ...(action
        ? { fold: `session_message:${session_id}:${actorId}`, data: { action, ...details } }
        : { fold: `session_message:${session_id}` }),
    }),
  );
}
