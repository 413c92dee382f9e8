import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Choice = { organizationId: string; sessionId: string; userId: string; isCoHost: boolean };

const setStatement = statement('set-co-host', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  userId: 'uuid',
  isCoHost: 'boolean',
})<{ user_id: string }>(
  `update session_participants set co_host_since = case when $isCoHost then now() end
  where organization_id = $organizationId and session_id = $sessionId and user_id = $userId
    and (co_host_since is null) = $isCoHost
  returning user_id`,
);

/** Returns false when the participant was a co-host already, or was none. */
export const setCoHost = async (tx: Db, choice: Choice): Promise<boolean> =>
  (await run(tx, setStatement, choice)).length > 0;
