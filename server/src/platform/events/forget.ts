import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';

type Forgotten = {
  scope: string;
  userId: string;
  /** Sessions with the user's texts, which events quote without naming the user. */
  sessionIds: readonly string[];
};

/** Removes a user's names, texts and id from the stored events of their scope. */
export async function forgetInEvents(tx: Db, forgotten: Forgotten): Promise<void> {
  const { rows } = await sql<{ last_number: number }>`
    select last_number from event_scopes where scope_id = ${forgotten.scope}`.execute(tx);
  const head = Number(rows[0]?.last_number ?? 0);
  await forgetWhere(tx, forgotten, sql`e.number <= ${head}`);
  // Numbering waits from here on, so that few events are left for it: those without a number, and those that came meanwhile.
  await sql`select from event_scopes where scope_id = ${forgotten.scope} for no key update`.execute(tx);
  await forgetWhere(tx, forgotten, sql`(e.number is null or e.number > ${head})`);
}

async function forgetWhere(
  tx: Db,
  { scope, userId, sessionIds }: Forgotten,
  where: RawBuilder<unknown>,
): Promise<void> {
  const here = sql`e.scope_id = ${scope} and ${where}`;
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
