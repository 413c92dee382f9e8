import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { notify } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { emit } from '#platform/events/emit.ts';
import { readLine } from './session-messages.repo.ts';

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
export async function sessionMessageCreated(
  tx: Db,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<SessionMessage> {
  const { message, gym_id, others, hidden_from: hidden } = await readLine(tx, organizationId, id);
  const { session_id, action, details } = message;
  const actorId = message.sender?.id ?? '';
  const seen = others.filter((person) => !hidden.includes(person));
  const told = { scope: organizationId, type: 'session_message.created' as const };
  await emit(tx, { ...told, data: { session_id, gym_id, message }, to: [actorId, ...seen] });
  await emit(tx, { ...told, data: { session_id, gym_id, message: folded(message) }, to: hidden });
  await notify(tx, {
    organizationId,
    kind: 'session_message',
    to: seen,
    actorId,
    sessionId: session_id,
    ...(action
      ? { fold: `session_message:${session_id}:${actorId}`, data: { action, ...details } }
      : { fold: `session_message:${session_id}` }),
  });
  return message;
}
