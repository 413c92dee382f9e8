import type { Db } from '#platform/db/connect.ts';
import { type AppError, fail } from '#platform/errors.ts';
import { type NewMessage, readSent, type Sender, type SentMessage } from './messages.write.ts';
import type { MessageTable } from './messages-page.repo.ts';

/**
 * The id of the first message with the nonce of one that was not written. With other words it is refused. `refusal` is why
 * the sender may not write a new one; they may still repeat an old one.
 */
export async function findFirstSent(
  tx: Db,
  messages: MessageTable,
  sender: Sender,
  chat: string,
  message: NewMessage,
  refusal: AppError | null,
): Promise<string> {
  const first = await readSent(tx, messages, sender, message.client_nonce);
  if (first?.chat === chat && (refusal || isSame(first, message))) return first.id;
  if (refusal && !first) throw refusal;
  throw fail('idempotency_key_reused', { error: 'This client_nonce was already used for another message.' });
}

/** Whether a retry says what the first message said. What an edited message said before is not kept. */
const isSame = (first: SentMessage, { kind, content = '', parts = {} }: NewMessage): boolean =>
  first.is_changed ||
  (first.kind === kind && first.content === content && first.reply_to_seq === (parts.reply_to_seq ?? null));
