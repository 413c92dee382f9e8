import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Invite = { organizationId: string; sessionId: string; userId: string };

const declineStatement = statement('decline-session', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  userId: 'uuid',
})<{ user_id: string }>(
  `update session_invites set declined_at = now()
  where organization_id = $organizationId and session_id = $sessionId and user_id = $userId and declined_at is null
  returning user_id`,
);

/** Returns false when it was declined already. */
export const declineInvite = async (tx: Db, invite: Invite): Promise<boolean> =>
  (await run(tx, declineStatement, invite)).length > 0;
