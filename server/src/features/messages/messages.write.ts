import type { Db } from '#platform/db/connect.ts';
import { run, send, variants } from '#platform/db/statement.ts';
import type { MessageTable } from './messages-page.repo.ts';

export type Sender = { organizationId: string; userId: string };
export type NewMessage = {
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
export type SentMessage = {
  id: string;
  chat: string;
  kind: string;
  content: string;
  is_changed: boolean;
  reply_to_seq: number | null;
};
const sentVariant = variants(sentValues)<SentMessage>();
const insertVariant = variants({
  ...sentValues,
  id: 'uuid',
  chat: 'uuid',
  kind: 'text',
  content: 'text',
  parts: 'jsonb',
})();

// An insert that conflicts has already taken a number, so a known nonce is checked first.
const insertStatement = (messages: MessageTable) =>
  insertVariant(`send-message:${messages.table}`, () => {
    const { table, chats, chatId } = messages;
    const parts = Object.entries(messages.parts);
    const values = parts.map(([name, type]) => (type === 'jsonb' ? `coalesce(part.${name}, '{}')` : `part.${name}`));
    return `insert into ${table} (organization_id, ${chatId}, id, sender_id, kind, content, client_nonce, ${parts.map(([name]) => name)})
      select $organizationId, $chat, $id, $userId, $kind, $content, $nonce, ${values}
      from jsonb_to_record($parts) as part (${parts.map(([name, type]) => `${name} ${type}`)})
      where not exists (${sentSql(messages)})
        and exists (select from ${chats} where organization_id = $organizationId and id = $chat)
      on conflict (organization_id, sender_id, client_nonce) do nothing`;
  });

/**
 * Writes a message under the lock of its chat's row, which the caller holds; the database gives it the next number. Writes
 * nothing when the sender has used the nonce before, or where there is no such chat.
 */
export function insertMessage(
  tx: Db,
  messages: MessageTable,
  { organizationId, userId }: Sender,
  chat: string,
  { id, kind, content = '', parts = {}, client_nonce: nonce }: NewMessage & { id: string },
): void {
  const values = { organizationId, userId, nonce: nonce ?? null, id, chat, kind, content };
  send(tx, insertStatement(messages), { ...values, parts: JSON.stringify(parts) });
}

/** The first message with a nonce of the sender; undefined if there is none. */
export async function readSent(
  tx: Db,
  messages: MessageTable,
  { organizationId, userId }: Sender,
  nonce: string | undefined,
): Promise<SentMessage | undefined> {
  const asked = sentVariant(`sent-message:${messages.table}`, () => sentSql(messages));
  const [sent] = await run(tx, asked, { organizationId, userId, nonce: nonce ?? null });
  return sent;
}
