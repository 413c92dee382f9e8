import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/errors.ts';
import { inTransaction } from '#platform/events/tell.ts';

export type Answer = { status: number; body: string | undefined };

type Key = { actor: string; key: string; operation: string; path: string; body: unknown };

const claimStatement = statement('claim-key', { actor: 'text', key: 'text', operation: 'text', bodyHash: 'bytea' })(
  `insert into idempotency_keys (actor, key, operation, body_hash, status, response)
  values ($actor, $key, $operation, $bodyHash, 0, '') on conflict (actor, key) do nothing returning key`,
);
const findStatement = statement('find-key', { actor: 'text', key: 'text' })<{
  operation: string;
  body_hash: Buffer;
  status: number;
  response: string;
}>('select operation, body_hash, status, response from idempotency_keys where actor = $actor and key = $key');
const keepStatement = statement('keep-answer', { actor: 'text', key: 'text', status: 'int', response: 'text' })(
  'update idempotency_keys set status = $status, response = $response where actor = $actor and key = $key',
);

/**
 * Does the work once per key. Key, effect and answer commit together, so a retry after a crash finds all of it or
 * nothing. A second request with the same key waits for the first.
 */
export async function once(
  { db, config }: { db: Db; config: { TOKEN_SECRET: string } },
  { actor, key, operation, path, body }: Key,
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  if (key.length > 200)
    throw fail('malformed_request', { error: 'The Idempotency-Key is longer than 200 characters.' });
  // The path names the resource, so it is part of the request like the body. With our secret, because a plain hash would
  // let whoever has the row try passwords at full speed.
  const bodyHash = createHmac('sha256', config.TOKEN_SECRET)
    .update(JSON.stringify([path, body ?? null]))
    .digest();
  const seal = sealFor(config.TOKEN_SECRET, actor, key);
  return inTransaction(db, async (tx) => {
    // The insert waits for a concurrent commit and then finds its finished answer.
    const [claimed] = await run(tx, claimStatement, { actor, key, operation, bodyHash });
    if (!claimed) {
      const first = (await run(tx, findStatement, { actor, key }))[0]!;
      if (first.operation !== operation || !bodyHash.equals(first.body_hash)) throw fail('idempotency_key_reused');
      return { status: first.status, body: first.response === '' ? undefined : seal.open(first.response) };
    }
    const answer = await work(tx);
    const response = answer.body === undefined ? '' : seal.close(answer.body);
    send(tx, keepStatement, { actor, key, status: answer.status, response });
    return answer;
  });
}

/** Answers may contain tokens, which are otherwise stored only as hashes, so they are encrypted. */
function sealFor(secret: string, actor: string, key: string) {
  const cipherKey = createHmac('sha256', secret).update(`idempotency:${actor}:${key}`).digest();
  return {
    close(text: string): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64',
      );
    },
    open(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64');
      const cipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16));
      return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8');
    },
  };
}
