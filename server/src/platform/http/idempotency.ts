import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { fail } from './errors.ts';

export type Answer = { status: number; body: string | undefined };

/**
 * Does the work once for a key. The key, the effect and the answer commit together, so a retry after a crash at any
 * moment either finds the whole of it or nothing. A second request with the same key waits for the first.
 */
export async function once(
  db: Db,
  key: { actor: string; key: string; operation: string; body: unknown },
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  if (key.key.length > 200) throw fail('malformed_request', { error: 'The Idempotency-Key is longer than 200 characters.' });
  const bodyHash = createHash('sha256').update(JSON.stringify(key.body ?? null)).digest();
  return db.transaction().execute(async (tx) => {
    // The insert waits for a rival's commit; what it then meets is that rival's finished answer.
    const claimed = await tx
      .insertInto('idempotency_keys')
      .values({ actor: key.actor, key: key.key, operation: key.operation, body_hash: bodyHash, status: 0, response: '' })
      .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!claimed) {
      const first = await tx
        .selectFrom('idempotency_keys')
        .select(['operation', 'body_hash', 'status', 'response'])
        .where('actor', '=', key.actor)
        .where('key', '=', key.key)
        .executeTakeFirstOrThrow();
      if (first.operation !== key.operation || !bodyHash.equals(first.body_hash)) throw fail('idempotency_key_reused');
      return { status: first.status, body: first.response || undefined };
    }
    const answer = await work(tx);
    await tx
      .updateTable('idempotency_keys')
      .set({ status: answer.status, response: answer.body ?? '', created_at: sql`now()` })
      .where('actor', '=', key.actor)
      .where('key', '=', key.key)
      .execute();
    return answer;
  });
}
