import type { Db } from '#platform/db/connect.ts';
import { lockGroup } from '../conversation-locks.repo.ts';
import { conversationChanged, membersReread } from '../conversations.events.ts';
import { writeNotice } from '../messages/notices.service.ts';
import { adminsOf } from './group-admins.repo.ts';
import { groupsOfOnlyAdmin, takeOut } from './groups.repo.ts';

type Member = { organizationId: string; userId: string };

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
  const before = await adminsOf(tx, group);
  await takeOut(tx, group, [userId]);
  conversationChanged(tx, 'conversation.left', group, [userId]);
  await announce();
  const heirs = (await adminsOf(tx, group)).filter((id) => !before.includes(id));
  for (const heir of heirs)
    await writeNotice(tx, { organizationId, userId: heir, gymIds: [] }, conversationId, { action: 'inherited' });
  membersReread(tx, group);
}

/** Before an account is deleted: hands over the groups that it alone looks after. */
export async function handOverGroups(tx: Db, member: Member): Promise<void> {
  for (const id of await groupsOfOnlyAdmin(tx, member)) {
    lockGroup(tx, member.organizationId, id);
    await leaveGroup(tx, member, id);
  }
}
