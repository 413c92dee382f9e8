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
