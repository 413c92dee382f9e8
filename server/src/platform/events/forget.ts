import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { News } from './tell.ts';
import { takeScopeLock } from './write.ts';

type Forgotten = {
  scope: string;
  userId: string;
  /** Sessions with the user's texts, which events quote without naming the user. */
  sessionIds: readonly string[];
};

/**
 * Removes a user's names, texts and id from the stored events of their scope. The returned news handles events
 * committed meanwhile, under the scope's lock.
 */
export async function forgetInEvents(tx: Db, forgotten: Forgotten): Promise<News> {
  const { rows } = await sql<{ last_seq: number }>`
    select last_seq from event_scopes where scope_id = ${forgotten.scope}`.execute(tx);
  const head = Number(rows[0]?.last_seq ?? 0);
  await forgetBetween(tx, forgotten, 0, head);
  return {
    scope: forgotten.scope,
    async write(later) {
      await takeScopeLock(later, forgotten.scope);
      await forgetBetween(later, forgotten, head, Number.MAX_SAFE_INTEGER);
      return [];
    },
  };
}

async function forgetBetween(tx: Db, { scope, userId, sessionIds }: Forgotten, after: number, until: number) {
  const here = sql`e.scope_id = ${scope} and e.seq > ${after} and e.seq <= ${until}`;
  await sql`delete from live_events e where ${here} and (
      position(${userId} in e.data::text) > 0 or e.user_ids = array[${userId}::uuid]
      or (e.type like 'message.%' and e.data -> 'message' -> 'session' ->> 'id' = any(${sessionIds}::text[])))`.execute(
    tx,
  );
  await sql`update live_events e set user_ids = array_remove(e.user_ids, ${userId}::uuid),
      except_ids = array_remove(e.except_ids, ${userId}::uuid)
    where ${here} and (${userId}::uuid = any(e.user_ids) or ${userId}::uuid = any(e.except_ids))`.execute(tx);
  await sql`update live_events e set data = e.data || '{"reason": null}'
    where ${here} and e.type = 'session.cancelled' and e.data ->> 'session_id' = any(${sessionIds}::text[])`.execute(
    tx,
  );
}
