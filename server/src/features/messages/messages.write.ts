import type { Db } from '#platform/db/connect.ts';
import { run, variants } from '#platform/db/statement.ts';
import { type AppError, fail } from '#platform/http/errors.ts';
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

const sentSql = ({ table, chatId, parts }: MessageTable) => `select id, ${chatId} as chat, kind, content,
    edited_at is not null or deleted_at is not null as is_changed, ${'reply_to_seq' in parts ? 'reply_to_seq' : 'null::bigint as reply_to_seq'}
  from ${table} where organization_id = $organizationId and sender_id = $userId and client_nonce = $nonce`;

const sentValues = { organizationId: 'uuid', userId: 'uuid', nonce: 'uuid?' } as const;
type Sent = {
  id: string;
  chat: string;
  kind: string;
  content: string;
  is_changed: boolean;
  reply_to_seq: number | null;
};
const sentVariant = variants(sentValues)<Sent>();
const insertVariant = variants({
  ...sentValues,
  id: 'uuid',
  chat: 'uuid',
  kind: 'text',
  content: 'text',
  parts: 'jsonb',
})<{ id: string }>();

// An insert that conflicts has already taken a number, so a known nonce is checked first.
const insertStatement = (messages: MessageTable) =>
  insertVariant(`send-message:${messages.table}`, () => {
    const { table, chatId } = messages;
    const parts = Object.entries(messages.parts);
    const values = parts.map(([name, type]) => (type === 'jsonb' ? `coalesce(part.${name}, '{}')` : `part.${name}`));
    return `insert into ${table} (organization_id, ${chatId}, id, sender_id, kind, content, client_nonce, ${parts.map(([name]) => name)})
      select $organizationId, $chat, $id, $userId, $kind, $content, $nonce, ${values}
      from jsonb_to_record($parts) as part (${parts.map(([name, type]) => `${name} ${type}`)})
      where not exists (${sentSql(messages)})
      on conflict (organization_id, sender_id, client_nonce) do nothing
      returning id`;
  });

/**
 * Writes a message under the lock of its chat's row, which the caller holds; the database gives it the next number. A
 * nonce the sender has used before returns the first message, even to a sender who may not write any more; with other
 * words it is refused. `refusal` is why the sender may not write a new one. While that is still being read, the message is
 * written already, so the caller's transaction must end with the refusal.
 */
export async function insertOnce(
  tx: Db,
  messages: MessageTable,
  { organizationId, userId }: Sender,
  chat: string,
  message: NewMessage,
  { id = newId(), refusal = null }: { id?: string; refusal?: AppError | null | Promise<AppError | null> } = {},
): Promise<{ id: string; isNew: boolean }> {
  const sender = { organizationId, userId, nonce: message.client_nonce ?? null };
  const { kind, content = '', parts = {} } = message;
  const values = { ...sender, id, chat, kind, content, parts: JSON.stringify(parts) };
  const inserting = refusal instanceof Error ? Promise.resolve([]) : run(tx, insertStatement(messages), values);
  // A chat that doesn't exist is a reason to refuse, and the insert fails because of it.
  inserting.catch(() => {});
  const refused = await refusal;
  const [written] = await inserting;
  if (written && refused) throw refused;
  if (written) return { id, isNew: true };
  const [first] = await run(
    tx,
    sentVariant(`sent-message:${messages.table}`, () => sentSql(messages)),
    sender,
  );
  if (first?.chat === chat && (refused || isSame(first, message))) return { id: first.id, isNew: false };
  if (refused && !first) throw refused;
  throw fail('idempotency_key_reused', { error: 'This client_nonce was already used for another message.' });
}

/** Whether a retry says what the first message said. What an edited message said before is not kept. */
const isSame = (first: Sent, { kind, content = '', parts = {} }: NewMessage): boolean =>
  first.is_changed ||
  (first.kind === kind && first.content === content && first.reply_to_seq === (parts.reply_to_seq ?? null));
