import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { type Pair, pairValues } from './friends.read.ts';

const ofPair = `organization_id = $organizationId
  and user_low_id = least($userId, $otherId) and user_high_id = greatest($userId, $otherId)`;

const lockStatement = statement(
  'lock-direct-conversation',
  pairValues,
)(`select from conversations where ${ofPair} for no key update`);

const acceptStatement = statement(
  'accept-request-of-friends',
  pairValues,
)<{ id: string }>(
  `update conversations set requested_by = null, declined_at = null
  where ${ofPair} and requested_by is not null returning id`,
);

/** Accepts a message request between two people; the ids of its conversation, if there is one. */
export async function acceptMessageRequest(tx: Db, pair: Pair): Promise<string[]> {
  // A first message that is being written has a request only the next statement sees.
  send(tx, lockStatement, pair);
  return (await run(tx, acceptStatement, pair)).map(({ id }) => id);
}
