import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { run } from '#platform/db/statement.ts';
import { cursorOf, type History, historySql } from './event-position.ts';
import { numberStatement } from './number.ts';
import type { StoredEvent } from './write.ts';

/** An event with its cursor. */
export type SequencedEvent = StoredEvent & { seq: number };

/** The most events that one query reads. */
const BATCH = 500;

/** A reader, and the gyms they can access. */
export type EventReader = { userId: string; gymIds: readonly string[] };

type StoredAudience = { user_ids: string[] | null; gym_id: string | null; except_ids: string[] };
type Row = History & {
  oldest: number;
  events: ({ seq: number; type: string; data: object } & StoredAudience)[] | null;
  losses: { seq: number; user_ids: string[] }[] | null;
};

type Query = {
  scope: string;
  after: number | null;
  readers: EventReader[];
  /** Users who catch up, whose lost rights are wanted. */
  joining: readonly string[];
};

/** SQL for the events that tell one of these users that they lost a right: events before them may say too much. */
const lossesSql = ({ scope, after }: Pick<Query, 'scope' | 'after'>, userIds: readonly string[]) =>
  userIds.length === 0
    ? sql`null`
    : sql`(select json_agg(e) from (
        select number as seq, coalesce(user_ids, array[(data ->> 'user_id')::uuid]) as user_ids from live_events
        where scope_id = ${scope}::uuid and number > ${after}::bigint and case type
          when 'conversation.left' then user_ids && ${userIds}::uuid[]
          when 'user.hidden' then user_ids && ${userIds}::uuid[]
          when 'me.updated' then user_ids && ${userIds}::uuid[] and data -> 'changed' ? 'accessible_gyms'
          when 'session.left' then (data ->> 'user_id')::uuid = any(${userIds}::uuid[]) end
      ) e)`;

/**
 * Numbers what was committed since the last look. Then reads the scope's events after a position for these users, and its
 * first and last number, from one snapshot.
 */
export async function readScope(db: Db, { readers, joining, ...query }: Query) {
  const userIds = [...new Set(readers.map(({ userId }) => userId))];
  const gymIds = [...new Set(readers.flatMap((reader) => reader.gymIds))];
  await run(db, numberStatement, { scope: query.scope });
  const { rows } = await sql<Row>`
    select ${sql.raw(historySql('s'))}, coalesce((select min(number) from live_events
        where scope_id = ${query.scope}::uuid and number is not null), s.last_number + 1, 1) as oldest,
      (select json_agg(e order by e.seq) from (
        select number as seq, type, data, user_ids, gym_id, except_ids from live_events
        where scope_id = ${query.scope}::uuid and number > ${query.after}::bigint
          and (user_ids is null or user_ids && ${userIds}::uuid[])
          and (gym_id is null or gym_id = any(${gymIds}::uuid[]))
        order by number limit ${BATCH}
      ) e) as events,
      ${lossesSql(query, joining)} as losses
    from (values (1)) always left join event_scopes s on s.scope_id = ${query.scope}::uuid`.execute(db);
  const { oldest, events, losses, ...history } = rows[0] as Row;
  const read = (events ?? []).map(({ user_ids, gym_id, except_ids, seq, ...event }) => ({
    event: { ...event, seq: cursorOf({ epoch: history.epoch, number: seq }) } as SequencedEvent,
    isFor: ({ userId, gymIds }: EventReader) =>
      gym_id ? gymIds.includes(gym_id) && !except_ids.includes(userId) : !user_ids || user_ids.includes(userId),
    seq,
  }));
  return {
    history,
    oldest,
    events: read,
    complete: read.length < BATCH,
    /** Whether a user has lost a right since a position. */
    hasLost: (userId: string, after: number) =>
      (losses ?? []).some(({ seq, user_ids }) => seq > after && user_ids.includes(userId)),
  };
}
