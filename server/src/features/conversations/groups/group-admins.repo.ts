import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Group = { organizationId: string; conversationId: string };
export type Role = 'admin' | 'member';

const rolesStatement = statement('group-roles', { organizationId: 'uuid', conversationId: 'uuid' })<{
  user_id: string;
  role: Role;
}>(
  `select user_id, role from conversation_members
  where organization_id = $organizationId and conversation_id = $conversationId`,
);

/** Everyone in a group. */
export const rolesIn = (tx: Db, group: Group) => run(tx, rolesStatement, group);

const setStatement = statement('set-group-roles', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  ids: 'uuid[]',
  role: 'text',
})(
  `update conversation_members set role = $role
  where organization_id = $organizationId and conversation_id = $conversationId and user_id = any($ids)`,
);

export async function updateRoles(tx: Db, group: Group, ids: readonly string[], role: Role): Promise<void> {
  await run(tx, setStatement, { ...group, ids, role });
}

const adminsStatement = statement('group-admins', { organizationId: 'uuid', conversationId: 'uuid' })<{ id: string }>(
  `select user_id as id from conversation_members
  where organization_id = $organizationId and conversation_id = $conversationId and role = 'admin'`,
);

/** The ids of a group's admins. */
export const adminsOf = async (tx: Db, group: Group): Promise<string[]> =>
  (await run(tx, adminsStatement, group)).map(({ id }) => id);
