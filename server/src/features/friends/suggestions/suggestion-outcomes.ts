import type { Db } from '#platform/db/connect.ts';
import { send, statement } from '#platform/db/statement.ts';

const actedStatement = statement('suggestion-acted-on', { organizationId: 'uuid', userId: 'uuid', otherIds: 'uuid[]' })(
  `update friend_suggestions set acted_on = current_date
  where organization_id = $organizationId and user_id = $userId and suggested_id = any($otherIds) and acted_on is null`,
);

/** SQL for whether $otherId was suggested to $userId, who has not acted on it yet. */
export const isSuggestedSql = `exists (select from friend_suggestions where organization_id = $organizationId
  and user_id = $userId and suggested_id = $otherId and acted_on is null)`;

/** A member asked suggested people to be friends, or to train together: suggestions like these work. */
export function suggestionsActedOn(
  tx: Db,
  acted: { organizationId: string; userId: string; otherIds: readonly string[] },
): void {
  send(tx, actedStatement, acted);
}
