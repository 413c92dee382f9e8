import type { Conversation } from '@spotter/contract/conversations/conversations.ts';
import { dailyLimits, largestGroup } from '@spotter/contract/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError, laterToday } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Member } from '#platform/logins/callers.ts';
import { lockConversation } from '../conversation-locks.repo.ts';
import { conversationChanged, membersReread } from '../conversations.events.ts';
import { readConversation } from '../conversations.read.ts';
import { writeNotice } from '../messages/notices.service.ts';
import { acquaintedPeople, knownPeople } from '../people.repo.ts';
import { countLeavers, countNewcomers, enterGroup, insertGroup, renameGroup, takeOut } from './groups.repo.ts';
import { leaveGroup } from './leave-group.service.ts';
import { lockManagedGroup } from './managed-group.service.ts';

/** Every member must be visible to the caller; one unknown id rejects the whole call. */
async function refuseStrangers(tx: Db, caller: Member, ids: readonly string[]): Promise<void> {
  const known = new Set(await knownPeople(tx, caller, ids));
  if (ids.some((id) => !known.has(id))) throw fail('user_not_found');
}

/** Only acquaintances can be added: a group must not replace a message request that waits. */
async function refuseUnacquainted(tx: Db, caller: Member, ids: readonly string[]): Promise<void> {
  const acquainted = new Set(await acquaintedPeople(tx, caller, ids));
  if (ids.some((id) => !acquainted.has(id))) throw fail('not_acquainted');
}

const answered =
  (ctx: MemberCtx, id: string) =>
  async (tx: Db): Promise<Conversation> =>
    (await readConversation(readsOf(tx), ctx.caller, id))!;

export async function createGroupConversation(ctx: MemberCtx, group: { name: string; user_ids: string[] }) {
  const { organizationId, userId } = ctx.caller;
  const id = newId();
  const others = group.user_ids.filter((other) => other !== userId);
  return ctx.tx(
    async (tx) => {
      await refuseStrangers(tx, ctx.caller, others);
      await refuseUnacquainted(tx, ctx.caller, others);
      const people = [userId, ...others];
      insertGroup(tx, { organizationId, userId, id, name: group.name, people });
      await writeNotice(tx, ctx.caller, id, { action: 'created', name: group.name });
      conversationChanged(tx, 'conversation.created', { organizationId, conversationId: id }, people);
    },
    answered(ctx, id),
  );
}

export async function updateConversation(ctx: MemberCtx, id: string, name: string) {
  const { organizationId, userId } = ctx.caller;
  return ctx.tx(
    async (tx) => {
      await lockManagedGroup(tx, ctx.caller, id);
      if (!(await renameGroup(tx, { organizationId, userId, id, name }))) return;
      await writeNotice(tx, ctx.caller, id, { action: 'renamed', name });
      membersReread(tx, { organizationId, conversationId: id });
    },
    answered(ctx, id),
  );
}

/** Leaving is a no: only a few who left lately can be brought back in a day. */
async function limitReturns(tx: Db, { caller, limits }: MemberCtx, conversationId: string, ids: string[]) {
  const { organizationId, userId } = caller;
  const leavers = await countLeavers(tx, { organizationId, conversationId }, ids);
  const most = dailyLimits.asked_again[0].most;
  if (leavers > most) {
    const error = `Choose up to ${most} people who left this group lately.`;
    throw fail('validation_failed', { error, ...fieldError('user_ids', error) });
  }
  const secondsLeft = leavers > 0 ? await limits.takeDaily(tx, 'asked_again', userId, leavers) : null;
  if (secondsLeft !== null) throw laterToday('They left this group. You can add them', secondsLeft);
}

export async function addParticipants(ctx: MemberCtx, id: string, userIds: string[]) {
  const group = { organizationId: ctx.caller.organizationId, conversationId: id };
  return ctx.tx(
    async (tx) => {
      const { member_count } = await lockManagedGroup(tx, ctx.caller, id);
      await refuseStrangers(tx, ctx.caller, userIds);
      if (member_count + (await countNewcomers(tx, group, userIds)) > largestGroup) throw fail('group_full');
      const added = await enterGroup(tx, group, userIds);
      if (added.length === 0) return;
      await refuseUnacquainted(tx, ctx.caller, added);
      await limitReturns(tx, ctx, id, added);
      await writeNotice(tx, ctx.caller, id, { action: 'added', userIds: added });
      conversationChanged(tx, 'conversation.created', group, added);
      membersReread(tx, group, added);
    },
    answered(ctx, id),
  );
}

export async function removeParticipants(ctx: MemberCtx, id: string, userIds: string[]) {
  const { organizationId, userId } = ctx.caller;
  if (userIds.includes(userId)) throw fail('not_yourself', { error: 'Leave the group instead.' });
  const group = { organizationId, conversationId: id };
  return ctx.tx(
    async (tx) => {
      await lockManagedGroup(tx, ctx.caller, id);
      await refuseStrangers(tx, ctx.caller, userIds);
      const gone = await takeOut(tx, group, userIds);
      if (gone.length < userIds.length) throw fail('user_not_found');
      await writeNotice(tx, ctx.caller, id, { action: 'removed', userIds });
      conversationChanged(tx, 'conversation.left', group, userIds);
      membersReread(tx, group);
    },
    answered(ctx, id),
  );
}

export async function leaveConversation(ctx: MemberCtx, id: string): Promise<undefined> {
  await ctx.tx(async (tx) => {
    const membership = await lockConversation(tx, ctx.caller, id);
    if (!membership) throw fail('conversation_not_found');
    if (membership.kind !== 'group') throw fail('group_only');
    await leaveGroup(tx, ctx.caller, id, async () => {
      if (membership.member_count > 1) await writeNotice(tx, ctx.caller, id, { action: 'left' });
    });
  });
}
