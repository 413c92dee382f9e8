import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { Member } from '#platform/logins/callers.ts';
import { findCard } from './sent-card.repo.ts';

/** The session of the card the caller has already sent with this nonce; the conversation is locked. */
export async function findSentCard(
  tx: Db,
  caller: Member,
  conversationId: string,
  nonce: string,
): Promise<string | null> {
  const { organizationId, userId } = caller;
  const sent = await findCard(tx, { organizationId, userId, nonce });
  if (!sent) return null;
  if (sent.conversation_id !== conversationId || !sent.session_id) throw fail('idempotency_key_reused');
  return sent.session_id;
}
