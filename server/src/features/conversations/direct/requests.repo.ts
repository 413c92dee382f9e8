import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';

const values = { organizationId: 'uuid', conversationId: 'uuid' } as const;
type About = { organizationId: string; conversationId: string };
const ofConversation = 'organization_id = $organizationId and id = $conversationId';

const startStatement = statement('start-message-request', { ...values, userId: 'uuid' })(
  `update conversations set requested_by = $userId where ${ofConversation}`,
);
const endStatement = statement(
  'accept-message-request',
  values,
)(`update conversations set requested_by = null, declined_at = null where ${ofConversation}`);
const declineStatement = statement(
  'decline-message-request',
  values,
)<{ id: string }>(
  `update conversations set declined_at = now() where ${ofConversation} and declined_at is null returning id`,
);

/** From now on the conversation is a message request of this member. */
export const setRequested = (tx: Db, about: About & { userId: string }): void => send(tx, startStatement, about);

/** From now on it is none anymore. */
export const clearRequested = (tx: Db, about: About): void => send(tx, endStatement, about);

/** False if it was declined before. */
export const setDeclined = async (tx: Db, about: About): Promise<boolean> =>
  (await run(tx, declineStatement, about)).length > 0;
