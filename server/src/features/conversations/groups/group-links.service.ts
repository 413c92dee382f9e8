import { randomBytes } from 'node:crypto';
import type { Conversation } from '@spotter/contract/conversations/conversations.ts';
import { largestGroup } from '@spotter/contract/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { linkOrigin } from '#platform/native-apps.ts';
import { lockGroup } from '../conversation-locks.repo.ts';
import { conversationChanged, membersReread } from '../conversations.events.ts';
import { readConversation } from '../conversations.read.ts';
import { writeNotice } from '../messages/notices.service.ts';
import {
  deleteLink,
  findLinkedGroup,
  findToken,
  joiningByLink,
  readLinkedGroup,
  saveLink,
} from './group-links.repo.ts';
import { enterGroup } from './groups.repo.ts';
import { lockManagedGroup } from './managed-group.service.ts';

/** A path of its own, which phones open in the app (`appLinkPaths`). The member area opens it after a sign-in, too. */
const urlOf = ({ config, caller }: MemberCtx, token: string) =>
  `${linkOrigin(config, caller.organizationId)}/g/${token}`;

/** Under the group's lock, so that a member who is no longer an admin can't leave a link behind. */
const asAdmin = <T>(
  ctx: MemberCtx,
  id: string,
  work: (tx: Db, group: { organizationId: string; id: string }) => Promise<T>,
) =>
  ctx.tx(async (tx) => {
    await lockManagedGroup(tx, ctx.caller, id);
    return work(tx, { organizationId: ctx.caller.organizationId, id });
  });

export const getGroupLink = (ctx: MemberCtx, id: string) =>
  asAdmin(ctx, id, async (tx, group) => {
    const token = await findToken(tx, group);
    return token ? { url: urlOf(ctx, token) } : null;
  });

export const createGroupLink = (ctx: MemberCtx, id: string) =>
  asAdmin(ctx, id, async (tx, group) => {
    const token = randomBytes(16).toString('base64url');
    await saveLink(tx, { ...group, userId: ctx.caller.userId, token });
    return { url: urlOf(ctx, token) };
  });

export async function deleteGroupLink(ctx: MemberCtx, id: string): Promise<undefined> {
  await asAdmin(ctx, id, deleteLink);
}

export async function getLinkedGroup({ read, caller }: MemberCtx, token: string) {
  const { organizationId, userId, gymIds } = caller;
  const group = await readLinkedGroup(read, { organizationId, userId, gymIds, token });
  if (!group) throw fail('group_link_not_found');
  return group;
}

/** Under the group's lock, where the link is looked up again: it may have ended meanwhile, or the last spot be taken. */
export function joinGroupByLink(ctx: MemberCtx, token: string): Promise<Conversation> {
  const { caller } = ctx;
  const { organizationId, userId, gymIds } = caller;
  const asked = { organizationId, userId, gymIds, token };
  return ctx.tx(
    async (tx) => {
      const found = await findLinkedGroup(tx, asked);
      if (!found) throw fail('group_link_not_found');
      lockGroup(tx, organizationId, found);
      const group = await joiningByLink(tx, asked);
      if (!group) throw fail('group_link_not_found');
      const { id } = group;
      if (group.is_in) return id;
      if (group.was_removed) throw fail('removed_from_group');
      if (group.member_count >= largestGroup) throw fail('group_full');
      await enterGroup(tx, { organizationId, conversationId: id }, [userId]);
      await writeNotice(tx, caller, id, { action: 'joined' });
      conversationChanged(tx, 'conversation.created', { organizationId, conversationId: id }, [userId]);
      membersReread(tx, { organizationId, conversationId: id }, [userId]);
      return id;
    },
    async (tx, id) => (await readConversation(readsOf(tx), caller, id))!,
  );
}
