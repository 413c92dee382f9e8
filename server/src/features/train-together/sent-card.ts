import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Member } from '#platform/logins/callers.ts';

const sentStatement = statement('sent-card', { organizationId: 'uuid', userId: 'uuid', nonce: 'uuid' })<{
  conversation_id: string;
  session_id: string | null;
}>(
  `select conversation_id, session_id from messages
  where organization_id = $organizationId and sender_id = $userId and client_nonce = $nonce`,
);

/** The session of the card the caller has already sent with this nonce; the conversation is locked. */
export async function findSentCard(
  tx: Db,
  caller: Member,
  conversationId: string,
  nonce: string,
): Promise<string | null> {
  const { organizationId, userId } = caller;
  const [sent] = await run(tx, sentStatement, { organizationId, userId, nonce });
  if (!sent) return null;
  if (sent.conversation_id !== conversationId || !sent.session_id) throw fail('idempotency_key_reused');
  return sent.session_id;
}
