import type { LiveEvent } from '@spotter/contract/live-events.ts';
import { noticeAfterCommit } from '#platform/db/after-commit.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/** The channel on which a commit tells every process that a scope has something new. */
export const LIVE_CHANNEL = 'live';

/** The events that can be sent: all of the contract's except the stream's own and those that are never stored. */
export type StoredEvent = Exclude<LiveEvent, { type: 'ready' | 'reset' | 'typing' | 'presence' }>;

/** Named users, everyone in the scope, or everyone who can use a gym except a few. */
export type Audience = readonly string[] | 'everyone' | { gymId: string; except: readonly string[] };

export type AddressedEvent = StoredEvent & { to: Audience };

/**
 * Writes the events of a scope, in their order.
 *
 * The numbers are taken under the lock of the scope's row, which is held until the commit. So they appear in the order
 * of the commits and without gaps: a reader that has seen number n will never find a smaller one later.
 */
export async function writeEvents(tx: Db, scope: string, events: readonly AddressedEvent[]): Promise<void> {
  const rows = events.map(({ type, data, to }) => ({ type, data, ...audienceOf(to) }));
  const heard = rows.filter(({ user_ids }) => user_ids?.length !== 0);
  if (heard.length === 0) return;
  await run(tx, insertEvents, {
    scope,
    count: heard.length,
    events: JSON.stringify(heard),
    channel: LIVE_CHANNEL,
  });
}

const insertEvents = statement('write-events', { scope: 'uuid', count: 'bigint', events: 'jsonb', channel: 'text' })(`
  with next as (
    insert into event_scopes as s (scope_id, last_seq) values ($scope, $count)
    on conflict (scope_id) do update set last_seq = s.last_seq + $count
    returning last_seq - $count as before
  ), written as (
    insert into live_events (scope_id, seq, type, data, user_ids, gym_id, except_ids)
    select $scope, next.before + told.place, told.type, told.data, told.user_ids, told.gym_id, told.except_ids
    from next, rows from (jsonb_to_recordset($events)
      as (type text, data jsonb, user_ids uuid[], gym_id uuid, except_ids uuid[])) with ordinality
      as told (type, data, user_ids, gym_id, except_ids, place)
  )
  select ${noticeAfterCommit('$channel', '$scope')}`);

/** SQL that takes a scope's lock, for work whose own row locks must come after it. */
export const scopeLock = (scope: string) =>
  `select true as taken from event_scopes where scope_id = ${scope} for no key update`;

const lockStatement = statement('lock-scope', { scope: 'uuid' })(scopeLock('$scope'));

export const takeScopeLock = (tx: Db, scope: string) => run(tx, lockStatement, { scope });

function audienceOf(to: Audience) {
  if (to === 'everyone') return { user_ids: null, gym_id: null, except_ids: [] };
  if ('gymId' in to) return { user_ids: null, gym_id: to.gymId, except_ids: [...new Set(to.except)] };
  return { user_ids: [...new Set(to)], gym_id: null, except_ids: [] };
}
