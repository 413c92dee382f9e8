import { areFriendsSql } from '#features/friends/index.ts';
import { hiddenCte, isHidden } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { Member } from '#platform/logins/callers.ts';

const knownStatement = statement('known-people', { organizationId: 'uuid', userId: 'uuid', ids: 'uuid[]' })<{
  id: string;
}>(
  `with ${hiddenCte} select u.id from users u
  where u.organization_id = $organizationId and u.id = any($ids) and u.is_active and not ${isHidden('u.id')}`,
);

/** The given members who are visible to the caller. */
export const knownPeople = async (
  tx: Db,
  { organizationId, userId }: Member,
  ids: readonly string[],
): Promise<string[]> => (await run(tx, knownStatement, { organizationId, userId, ids })).map(({ id }) => id);

const low = 'least(u.id, $userId)';
const high = 'greatest(u.id, $userId)';
const acquaintedStatement = statement('acquainted-people', { organizationId: 'uuid', userId: 'uuid', ids: 'uuid[]' })<{
  id: string;
}>(
  `select u.id from users u where u.organization_id = $organizationId and u.id = any($ids)
    and (${areFriendsSql(low, high)}
      or exists (select from conversations c where c.organization_id = $organizationId and c.user_low_id = ${low}
        and c.user_high_id = ${high} and c.last_seq > 0 and c.requested_by is null)
      or exists (select from session_participants mine
        join session_participants theirs on theirs.organization_id = $organizationId
          and theirs.session_id = mine.session_id and theirs.user_id = u.id
        where mine.organization_id = $organizationId and mine.user_id = $userId))`,
);

/** The given members whom the caller may add to a group: friends, people they chat with, people from their sessions. */
export const acquaintedPeople = async (
  tx: Db,
  { organizationId, userId }: Member,
  ids: readonly string[],
): Promise<string[]> => (await run(tx, acquaintedStatement, { organizationId, userId, ids })).map(({ id }) => id);
