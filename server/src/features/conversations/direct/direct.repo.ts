import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';

const pair = { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' } as const;
type Pair = { organizationId: string; userId: string; otherId: string };

// When two members open it at once, the second waits here and finds the first one's.
const openStatement = statement('open-direct-conversation', { ...pair, id: 'uuid' })(
  `insert into conversations (organization_id, id, kind, user_low_id, user_high_id, created_by)
  values ($organizationId, $id, 'direct', least($userId, $otherId), greatest($userId, $otherId), $userId)
  on conflict on constraint conversations_one_a_pair do nothing`,
);
const enterStatement = statement(
  'enter-direct-conversation',
  pair,
)<{ id: string }>(
  `insert into conversation_members (organization_id, conversation_id, user_id)
  select c.organization_id, c.id, person from conversations c, unnest(array[c.user_low_id, c.user_high_id]) person
  where c.organization_id = $organizationId
    and c.user_low_id = least($userId, $otherId) and c.user_high_id = greatest($userId, $otherId)
  on conflict do nothing`,
);
const findStatement = statement(
  'find-direct-conversation',
  pair,
)<{ id: string }>(
  `select id from conversations where organization_id = $organizationId
    and user_low_id = least($userId, $otherId) and user_high_id = greatest($userId, $otherId)`,
);

/** The id of the pair's one conversation; `id` is its id when it is new. */
export async function enterDirect(tx: Db, { id, ...between }: Pair & { id: string }): Promise<string> {
  send(tx, openStatement, { ...between, id });
  send(tx, enterStatement, between);
  const [opened] = await run(tx, findStatement, between);
  return opened!.id;
}
