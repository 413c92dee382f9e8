import type { LiveEvent } from '@spotter/contract/live-events.ts';
import { noticeAfterCommit } from '#platform/db/after-commit.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/** The channel on which a commit tells every process that a scope has something new. */
export const LIVE_CHANNEL = 'live';

/** What can be told: all the contract knows, but for what the stream says of itself and what is never stored. */
export type EmittedEvent = Exclude<LiveEvent, { type: 'ready' | 'reset' | 'typing' | 'presence' }>;

/** People by name, everybody in the scope, or everybody who can access a gym but for a few. */
export type Audience = readonly string[] | 'everyone' | { gymId: string; except: readonly string[] };

/**
 * Tells people what happened, when and only when the caller's transaction commits.
 *
 * The sequence is taken under the lock of the scope's row, which is held until the commit. So numbers appear in the
 * order of their commits and without gaps: a reader that has seen number n will never find a smaller one later.
 */
export async function emit(db: Db, event: EmittedEvent & { scope: string; to: Audience }): Promise<void> {
  if (!db.isTransaction) throw new Error(`${event.type} was emitted outside a transaction.`);
  const { userIds, gymId, except } = audienceOf(event.to);
  if (userIds?.length === 0) return;
  const { scope, type } = event;
  const data = JSON.stringify(event.data);
  await run(db, writeEvent, { scope, type, data, userIds, gymId, except, channel: LIVE_CHANNEL });
}

const writeEvent = statement('write-event', {
  scope: 'uuid',
  type: 'text',
  data: 'jsonb',
  userIds: 'uuid[]?',
  gymId: 'uuid?',
  except: 'uuid[]',
  channel: 'text',
})(`
  with next as (
    insert into event_scopes as s (scope_id, last_seq) values ($scope, 1)
    on conflict (scope_id) do update set last_seq = s.last_seq + 1
    returning last_seq
  ), written as (
    insert into live_events (scope_id, seq, type, data, user_ids, gym_id, except_ids)
    select $scope, last_seq, $type, $data, $userIds, $gymId, $except from next
    returning scope_id
  )
  select ${noticeAfterCommit('$channel', 'scope_id')} from written`);

/** SQL that takes a scope's lock, for work whose own row locks must come after it and before the first `emit`. */
export const scopeLock = (scope: string) =>
  `select true as taken from event_scopes where scope_id = ${scope} for no key update`;

const lockStatement = statement('lock-scope', { scope: 'uuid' })(scopeLock('$scope'));

export const takeScopeLock = (tx: Db, scope: string) => run(tx, lockStatement, { scope });

function audienceOf(to: Audience) {
  if (to === 'everyone') return { userIds: null, gymId: null, except: [] };
  if ('gymId' in to) return { userIds: null, gymId: to.gymId, except: [...new Set(to.except)] };
  return { userIds: [...new Set(to)], gymId: null, except: [] };
}
