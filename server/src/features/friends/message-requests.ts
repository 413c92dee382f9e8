import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { pairValues } from './friends.read.ts';

type Pair = { organizationId: string; userId: string; otherId: string };

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
  `update conversations set requested_by = null, declined_at = null where ${ofPair} and requested_by is not null returning id`,
);

/** Friends write to each other freely: a message request between two new friends is accepted. */
export async function acceptMessageRequest(tx: Db, pair: Pair): Promise<void> {
  const { organizationId, userId, otherId } = pair;
  // The lock first: a first message that is being written has a request only the next statement sees.
  send(tx, lockStatement, pair);
  const [accepted] = await run(tx, acceptStatement, pair);
  if (!accepted) return;
  const data = { conversation_id: accepted.id };
  tell(tx, { scope: organizationId, type: 'conversation.updated', data, to: [userId, otherId] });
}
