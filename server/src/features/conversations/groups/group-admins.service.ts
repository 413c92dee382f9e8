import type { Conversation } from '@spotter/contract/conversations/conversations.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { membersReread } from '../conversations.events.ts';
import { readConversation } from '../conversations.read.ts';
import { writeNotice } from '../messages/notices.service.ts';
import { knownPeople } from '../people.repo.ts';
import { type Role, rolesIn, updateRoles } from './group-admins.repo.ts';
import { lockManagedGroup } from './managed-group.service.ts';

export const addAdmins = (ctx: MemberCtx, id: string, userIds: string[]) => setRoles(ctx, id, userIds, 'admin');
export const removeAdmins = (ctx: MemberCtx, id: string, userIds: string[]) => setRoles(ctx, id, userIds, 'member');

/** Under the group's lock, so that two admins who demote each other at once leave one of them. */
function setRoles(ctx: MemberCtx, id: string, userIds: string[], role: Role): Promise<Conversation> {
  const { organizationId, userId } = ctx.caller;
  const group = { organizationId, conversationId: id };
  return ctx.tx(
    async (tx) => {
      await lockManagedGroup(tx, ctx.caller, id);
      const [members, known] = await Promise.all([rolesIn(tx, group), knownPeople(tx, ctx.caller, userIds)]);
      const roleOf = new Map(members.map((member) => [member.user_id, member.role]));
      if (userIds.some((person) => !roleOf.has(person) || !(known.includes(person) || person === userId)))
        throw fail('user_not_found');
      const changing = userIds.filter((person) => roleOf.get(person) !== role);
      if (changing.length === 0) return;
      const staysAdmin = members.some((member) => member.role === 'admin' && !changing.includes(member.user_id));
      if (role === 'member' && !staysAdmin) throw fail('last_group_admin');
      await updateRoles(tx, group, changing, role);
      await writeNotice(tx, ctx.caller, id, { action: role === 'admin' ? 'promoted' : 'demoted', userIds: changing });
      membersReread(tx, group);
    },
    async (tx) => (await readConversation(readsOf(tx), ctx.caller, id))!,
  );
}
