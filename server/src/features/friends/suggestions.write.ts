import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import type { Pair } from './friends.read.ts';
import { isOwnSpot } from './own-spot.read.ts';

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

/** From now on the two aren't suggested to each other. */
export const notForMe = (tx: Db, pair: Pair, today: string): void => send(tx, dismissStatement, { ...pair, today });

type OnDay = { organizationId: string; userId: string; today: string };

const shownStatement = statement('suggestions-shown', {
  organizationId: 'uuid',
  userId: 'uuid',
  shown: 'uuid[]',
  today: 'date',
})(
  `insert into friend_suggestions (organization_id, user_id, suggested_id, first_shown_on, last_shown_on)
  select $organizationId, $userId, u.id, $today, $today
  from users u where u.id = any($shown) and u.organization_id = $organizationId and u.id <> $userId order by u.id
  on conflict (organization_id, user_id, suggested_id) do update set last_shown_on = excluded.last_shown_on,
    shown_days = friend_suggestions.shown_days + 1
  where friend_suggestions.last_shown_on < excluded.last_shown_on`,
);

/** The people a member was shown today. */
export async function saveShown(
  tx: Db,
  { organizationId, userId, today }: OnDay,
  shown: readonly string[],
): Promise<void> {
  await run(tx, shownStatement, { organizationId, userId, shown, today });
}

// Once a day is enough, so it goes with what was seen that day.
const trainedLaterStatement = statement('suggestions-trained-later', {
  organizationId: 'uuid',
  userId: 'uuid',
  today: 'date',
})(
  `update friend_suggestions f set acted_on = $today
  where f.organization_id = $organizationId and f.user_id = $userId and f.acted_on is null and f.dismissed_on is null
    and exists (select from session_participants a
      join session_participants b on b.organization_id = a.organization_id and b.session_id = a.session_id
        and b.user_id = f.suggested_id
      join sessions s on s.organization_id = a.organization_id and s.id = a.session_id and s.status = 'active'
        and s.starts_at > f.first_shown_on and s.starts_at <= now()
      where a.organization_id = $organizationId and a.user_id = $userId and ${isOwnSpot('a')} and ${isOwnSpot('b')})`,
);

/** Training together with a suggested person counts as acting on it. */
export async function actedOnByTraining(tx: Db, day: OnDay): Promise<void> {
  await run(tx, trainedLaterStatement, day);
}
