import type { Conversation } from '@spotter/contract/conversations.ts';
import { readsOf, run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { membersReread } from '../conversations.events.ts';
import { lockManagedGroup } from '../conversations.lock.ts';
import { readConversation } from '../conversations.read.ts';
import { writeNotice } from '../messages/notices.ts';
import { knownPeople } from '../people.ts';

const rolesStatement = statement('group-roles', { organizationId: 'uuid', conversationId: 'uuid' })<{
  user_id: string;
  role: Role;
}>(
  `select user_id, role from conversation_members
  where organization_id = $organizationId and conversation_id = $conversationId`,
);
const setStatement = statement('set-group-roles', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  ids: 'uuid[]',
  role: 'text',
})(
  `update conversation_members set role = $role
  where organization_id = $organizationId and conversation_id = $conversationId and user_id = any($ids)`,
);

type Role = 'admin' | 'member';

export const addAdmins = (ctx: MemberCtx, id: string, userIds: string[]) => setRoles(ctx, id, userIds, 'admin');
export const removeAdmins = (ctx: MemberCtx, id: string, userIds: string[]) => setRoles(ctx, id, userIds, 'member');

/** Under the group's lock, so that two admins who demote each other at once leave one of them. */
function setRoles(ctx: MemberCtx, id: string, userIds: string[], role: Role): Promise<Conversation> {
  const { organizationId, userId } = ctx.caller;
  const group = { organizationId, conversationId: id };
  return ctx.tx(
    async (tx) => {
      await lockManagedGroup(tx, ctx.caller, id);
      const [members, known] = await Promise.all([
        run(tx, rolesStatement, group),
        knownPeople(tx, ctx.caller, userIds),
      ]);
      const roleOf = new Map(members.map((member) => [member.user_id, member.role]));
      if (userIds.some((person) => !roleOf.has(person) || !(known.includes(person) || person === userId)))
        throw fail('user_not_found');
      const changing = userIds.filter((person) => roleOf.get(person) !== role);
      if (changing.length === 0) return;
      const staysAdmin = members.some((member) => member.role === 'admin' && !changing.includes(member.user_id));
      if (role === 'member' && !staysAdmin) throw fail('last_group_admin');
      await run(tx, setStatement, { ...group, ids: changing, role });
      await writeNotice(tx, ctx.caller, id, { action: role === 'admin' ? 'promoted' : 'demoted', userIds: changing });
      membersReread(tx, group);
    },
    async (tx) => (await readConversation(readsOf(tx), ctx.caller, id))!,
  );
}
