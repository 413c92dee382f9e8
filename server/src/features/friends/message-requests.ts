import type { Db } from '#platform/db/connect.ts';
import { send, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { foundEvents } from '#platform/events/write.ts';
import { pairValues } from './friends.read.ts';

type Pair = { organizationId: string; userId: string; otherId: string };

const ofPair = `organization_id = $organizationId
  and user_low_id = least($userId, $otherId) and user_high_id = greatest($userId, $otherId)`;

const lockStatement = statement(
  'lock-direct-conversation',
  pairValues,
)(`select from conversations where ${ofPair} for no key update`);
const accepted = foundEvents('request of friends accepted', pairValues, {
  ctes: [
    `accepted as (
      update conversations set requested_by = null, declined_at = null
      where ${ofPair} and requested_by is not null returning id
    )`,
  ],
  select: `select 1 as place, 'conversation.updated' as type, jsonb_build_object('conversation_id', id) as data,
    array[$userId, $otherId] as user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids from accepted`,
});

/** Friends write to each other freely: a message request between two new friends is accepted. */
export function acceptMessageRequest(tx: Db, pair: Pair): void {
  // The lock first: a first message that is being written has a request only the next statement sees.
  send(tx, lockStatement, pair);
  tell(tx, { scope: pair.organizationId, ...accepted(pair) });
}
