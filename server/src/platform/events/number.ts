import type { Read } from '#platform/db/reads.ts';
import { type Statement, statement } from '#platform/db/statement.ts';
import { cursorOf, type History, historySql } from './event-position.ts';

/*
 * Events get their numbers after their commit, from the first reader who looks (`number_events`). So no writer waits for
 * another, an event that commits late gets a late number, and a transaction that stays open holds nobody's events back.
 */

/** SQL for whether a scope has committed events without a number, which a statement for `readNumbered` returns. */
export const hasUnnumbered = (scope: string) =>
  `exists (select from live_events e where e.scope_id = ${scope} and e.number is null)`;

export const numberStatement = statement('number-events', { scope: 'uuid' })('select number_events($scope)');

const headStatement = statement('live-head', { scope: 'uuid' })<History & { is_behind: boolean }>(
  `select ${historySql('s')}, ${hasUnnumbered('$scope')} as is_behind
  from (values (1)) always left join event_scopes s on s.scope_id = $scope`,
);

/** Reads one row about a scope, again if events had to be numbered first. */
export async function readNumbered<V, R extends { is_behind: boolean }>(
  read: Read,
  scope: string,
  asked: Statement<V, R>,
  values: NoInfer<V>,
): Promise<R> {
  const [found] = await read(asked, values);
  if (!found!.is_behind) return found!;
  await read(numberStatement, { scope });
  return (await read(asked, values))[0]!;
}

/** The cursor of a scope's last committed event. */
export async function readHead(read: Read, scope: string): Promise<number> {
  const { epoch, head } = await readNumbered(read, scope, headStatement, { scope });
  return cursorOf({ epoch, number: head });
}

const movedStatement = statement('moved-scopes', { scopes: 'uuid[]', heads: 'text[]' })<{ scope_id: string }>(
  `select known.scope_id from unnest($scopes, $heads) known (scope_id, head)
  where ${hasUnnumbered('known.scope_id')}
    or exists (select from event_scopes s where s.scope_id = known.scope_id and s.last_number <> known.head::bigint)`,
);

/** The scopes whose last event is another than known here; after a failover it may be an earlier one. */
export async function readMoved(read: Read, known: { id: string; head: number }[]): Promise<string[]> {
  const moved = await read(movedStatement, {
    scopes: known.map(({ id }) => id),
    heads: known.map(({ head }) => String(head)),
  });
  return moved.map(({ scope_id }) => scope_id);
}

const numberAllStatement = statement(
  'number-all-events',
  {},
)(`select number_events(scope_id) from (select distinct scope_id from live_events where number is null) waiting`);

/** Numbers what no reader has asked for, so that an event is never deleted before it has a number. */
export const numberAll = (read: Read) => read(numberAllStatement, {});
