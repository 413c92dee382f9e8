import type { Db } from '#platform/db/connect.ts';
import { send, statement } from '#platform/db/statement.ts';
import { foundEvents } from '#platform/events/write.ts';
import { type Pair, pairValues } from './friends.read.ts';

const ofPair = `organization_id = $organizationId
  and user_low_id = least($userId, $otherId) and user_high_id = greatest($userId, $otherId)`;

const lockStatement = statement(
  'lock-direct-conversation',
  pairValues,
)(`select from conversations where ${ofPair} for no key update`);

/** A first message that is being written has a request only the next statement sees. */
export const lockDirectConversation = (tx: Db, pair: Pair): void => send(tx, lockStatement, pair);

/** Accepts a message request between two people; its event is for both. */
export const messageRequestAccepted = foundEvents('request of friends accepted', pairValues, {
  ctes: [
    `accepted as (
      update conversations set requested_by = null, declined_at = null
      where ${ofPair} and requested_by is not null returning id
    )`,
  ],
  select: `select 1 as place, 'conversation.updated' as type, jsonb_build_object('conversation_id', id) as data,
    array[$userId, $otherId] as user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids from accepted`,
});
