import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import { newId } from '#platform/ids.ts';
import type { MessageTable } from './messages.page.ts';

type Sender = { organizationId: string; userId: string };
type NewMessage = {
  kind: string;
  content?: string;
  client_nonce?: string | undefined;
  /** Columns that only messages of this kind fill. */
  parts?: Record<string, unknown>;
};

/**
 * Writes a message under the lock of its chat's row, which the caller holds; the database gives it the next number. A
 * nonce the sender has used before returns the first message, even to a sender who may not write any more. `refusal`
 * is why the sender may not write a new one.
 */
export async function insertOnce(
  tx: Db,
  messages: MessageTable,
  { organizationId, userId }: Sender,
  chat: string,
  message: NewMessage,
  refusal: ErrorCode | null = null,
): Promise<{ id: string; isNew: boolean }> {
  const nonce = message.client_nonce ?? null;
  const sent = sql<{ id: string; chat: string }>`
    select id, ${sql.ref(messages.chatId)} as chat from ${sql.table(messages.table)}
    where organization_id = ${organizationId} and sender_id = ${userId} and client_nonce = ${nonce}`;
  const id = newId();
  const row = {
    organization_id: organizationId,
    [messages.chatId]: chat,
    id,
    sender_id: userId,
    kind: message.kind,
    content: message.content ?? '',
    client_nonce: nonce,
    ...message.parts,
  };
  if (!refusal) {
    // An insert that conflicts has already taken a number, so a known nonce is checked first.
    const { numAffectedRows } = await sql`
      insert into ${sql.table(messages.table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      select ${sql.join(Object.values(row))} where not exists (${sent})
      on conflict (organization_id, sender_id, client_nonce) do nothing`.execute(tx);
    if (numAffectedRows === 1n) return { id, isNew: true };
  }
  const first = (await sent.execute(tx)).rows[0];
  if (first?.chat === chat) return { id: first.id, isNew: false };
  if (refusal && !first) throw fail(refusal);
  throw fail('idempotency_key_reused', { error: 'This client_nonce was already used for a message in another chat.' });
}
