import type { LiveEvent } from '@spotter/contract/live-events.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';

/** The channel on which a commit tells every process that a scope has something new. */
export const LIVE_CHANNEL = 'live';

/** What can be told: all the contract knows, but for what the stream says of itself and what is never stored. */
export type EmittedEvent = Exclude<LiveEvent, { type: 'ready' | 'reset' | 'typing' | 'presence' }>;

/**
 * Tells people what happened, when and only when the caller's transaction commits.
 *
 * The sequence is taken under the lock of the scope's row, which is held until the commit. So numbers appear in the
 * order of their commits and without gaps: a reader that has seen number n will never find a smaller one later.
 */
export async function emit(
  db: Db,
  event: EmittedEvent & { scope: string; to: readonly string[] | 'everyone' },
): Promise<void> {
  if (!db.isTransaction) throw new Error(`${event.type} was emitted outside a transaction.`);
  if (event.to.length === 0) return;
  const userIds = event.to === 'everyone' ? null : [...new Set(event.to)];
  await sql`
    with next as (
      insert into event_scopes as s (scope_id, last_seq) values (${event.scope}::uuid, 1)
      on conflict (scope_id) do update set last_seq = s.last_seq + 1
      returning last_seq
    ), written as (
      insert into live_events (scope_id, seq, type, data, user_ids)
      select ${event.scope}::uuid, last_seq, ${event.type}, ${JSON.stringify(event.data)}::jsonb, ${userIds}::uuid[] from next
      returning scope_id
    )
    select pg_notify(${LIVE_CHANNEL}, scope_id::text) from written`.execute(db);
}
