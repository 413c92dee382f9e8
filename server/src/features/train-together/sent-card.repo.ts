import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

const sentStatement = statement('sent-card', { organizationId: 'uuid', userId: 'uuid', nonce: 'uuid' })<{
  conversation_id: string;
  session_id: string | null;
}>(
  `select conversation_id, session_id from messages
  where organization_id = $organizationId and sender_id = $userId and client_nonce = $nonce`,
);

/** The message a member sent with a nonce, and the session on its card if it has one. */
export async function findCard(tx: Db, sender: { organizationId: string; userId: string; nonce: string }) {
  const [sent] = await run(tx, sentStatement, sender);
  return sent;
}
