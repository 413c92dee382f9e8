import { dayAt } from '@spotter/contract/wall-clock.ts';
import type { Db } from '#platform/db/connect.ts';
import { send, statement } from '#platform/db/statement.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';

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

/** The reader's own day, so that their list changes while they sleep. */
export const todayOf = ({ caller, now }: MemberCtx): string => dayAt(now, caller.timezone ?? 'UTC');

const dismissStatement = statement('dismiss-suggestion', {
  organizationId: 'uuid',
  userId: 'uuid',
  otherId: 'uuid',
  today: 'date',
})(
  `insert into friend_suggestions (organization_id, user_id, suggested_id, first_shown_on, last_shown_on, dismissed_on)
  values ($organizationId, $userId, $otherId, $today, $today, $today)
  on conflict (organization_id, user_id, suggested_id) do update
    set dismissed_on = coalesce(friend_suggestions.dismissed_on, excluded.dismissed_on)`,
);

type Pair = { organizationId: string; userId: string; otherId: string };

/** From now on the two aren't suggested to each other. */
export const notForMe = (tx: Db, pair: Pair, today: string): void => send(tx, dismissStatement, { ...pair, today });
