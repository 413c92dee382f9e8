import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { EmittedEvent } from './emit.ts';

export type SequencedEvent = EmittedEvent & { seq: number };

/** How much one query reads at most. */
const BATCH = 500;

type Row = {
  head: number;
  oldest: number;
  events: { seq: number; type: string; data: object; user_ids: string[] | null }[] | null;
};

/** What a scope holds after a place for any of these people, and where it begins and ends, all from one snapshot. */
export async function readScope(db: Db, query: { scope: string; after: number | null; userIds: string[] }) {
  const { rows } = await sql<Row>`
    select s.head, coalesce((select min(seq) from live_events where scope_id = ${query.scope}::uuid), s.head + 1) as oldest,
      (select json_agg(e order by e.seq) from (
        select seq, type, data, user_ids from live_events
        where scope_id = ${query.scope}::uuid and seq > ${query.after}::bigint
          and (user_ids is null or user_ids && ${query.userIds}::uuid[])
        order by seq limit ${BATCH}
      ) e) as events
    from (select coalesce((select last_seq from event_scopes where scope_id = ${query.scope}::uuid), 0) as head) s`.execute(
    db,
  );
  const { head, oldest, events } = rows[0] as Row;
  const read = (events ?? []).map(({ user_ids, ...event }) => ({
    event: event as SequencedEvent,
    userIds: user_ids,
    seq: event.seq,
  }));
  return { head: Number(head), oldest: Number(oldest), events: read, complete: read.length < BATCH };
}
