import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { conversationChanged, membersReread } from '../conversations.events.ts';
import { lockGroup } from '../conversations.lock.ts';
import { writeNotice } from '../messages/notices.ts';

type Member = { organizationId: string; userId: string };

const goStatement = statement('leave-group', { organizationId: 'uuid', conversationId: 'uuid', ids: 'uuid[]' })<{
  user_id: string;
}>(
  `delete from conversation_members where organization_id = $organizationId and conversation_id = $conversationId
    and user_id = any($ids) returning user_id`,
);

/** Takes members out of a locked group; the ids of those who were in it. */
export const takeOut = async (tx: Db, organizationId: string, conversationId: string, ids: string[]) =>
  (await run(tx, goStatement, { organizationId, conversationId, ids })).map(({ user_id }) => user_id);

const adminsStatement = statement('group-admins', { organizationId: 'uuid', conversationId: 'uuid' })<{ id: string }>(
  `select user_id as id from conversation_members
  where organization_id = $organizationId and conversation_id = $conversationId and role = 'admin'`,
);

/**
 * A member leaves a locked group for good. The database hands it over when its last admin leaves, and deletes it with its
 * last member; the group reads who took over. `announce` runs before that.
 */
export async function leaveGroup(
  tx: Db,
  { organizationId, userId }: Member,
  conversationId: string,
  announce: () => Promise<void> = async () => {},
): Promise<void> {
  const group = { organizationId, conversationId };
  const admins = async () => (await run(tx, adminsStatement, group)).map(({ id }) => id);
  const before = await admins();
  await takeOut(tx, organizationId, conversationId, [userId]);
  conversationChanged(tx, 'conversation.left', group, [userId]);
  await announce();
  const heirs = (await admins()).filter((id) => !before.includes(id));
  for (const heir of heirs)
    await writeNotice(tx, { organizationId, userId: heir, gymIds: [] }, conversationId, { action: 'inherited' });
  membersReread(tx, group);
}

const onlyAdminStatement = statement('groups-of-only-admin', { organizationId: 'uuid', userId: 'uuid' })<{
  id: string;
}>(
  `select c.id from conversation_members w
    join conversations c on c.organization_id = $organizationId and c.id = w.conversation_id and c.kind = 'group'
  where w.organization_id = $organizationId and w.user_id = $userId and w.role = 'admin' and c.member_count > 1
    and not exists (select from conversation_members o where o.organization_id = $organizationId
      and o.conversation_id = c.id and o.role = 'admin' and o.user_id <> $userId)
  order by c.id`,
);

/** Before an account is deleted: hands over the groups that it alone looks after. */
export async function handOverGroups(tx: Db, member: Member): Promise<void> {
  for (const { id } of await run(tx, onlyAdminStatement, member)) {
    lockGroup(tx, member.organizationId, id);
    await leaveGroup(tx, member, id);
  }
}
