import type { Conversation } from '@spotter/contract/conversations.ts';
import { dailyLimits, largestGroup, quietAfterDeclineDays } from '@spotter/contract/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, send, statement } from '#platform/db/statement.ts';
import { fail, laterToday } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Member } from '#platform/logins/callers.ts';
import { conversationChanged, membersReread } from '../conversations.events.ts';
import { lockConversation, lockManagedGroup } from '../conversations.lock.ts';
import { readConversation } from '../conversations.read.ts';
import { writeNotice } from '../messages/notices.ts';
import { acquaintedPeople, knownPeople } from '../people.ts';
import { leaveGroup, takeOut } from './leave-group.ts';

const createStatement = statement('create-group', {
  organizationId: 'uuid',
  userId: 'uuid',
  id: 'uuid',
  name: 'text',
})(
  `insert into conversations (organization_id, id, kind, name, name_by, created_by)
  values ($organizationId, $id, 'group', $name, $userId, $userId)`,
);

// New members don't read earlier messages.
export const enterStatement = statement('enter-group', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  ids: 'uuid[]',
  adminId: 'uuid?',
})<{ user_id: string }>(
  `insert into conversation_members (organization_id, conversation_id, user_id, role, joined_seq, last_read_seq)
  select $organizationId, c.id, person, case when person = $adminId then 'admin' else 'member' end, c.last_seq, c.last_seq
  from conversations c, unnest($ids) person where c.organization_id = $organizationId and c.id = $conversationId
  on conflict do nothing returning user_id`,
);

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
      send(tx, createStatement, { organizationId, userId, id, name: group.name });
      send(tx, enterStatement, { organizationId, conversationId: id, ids: people, adminId: userId });
      await writeNotice(tx, ctx.caller, id, { action: 'created', name: group.name });
      conversationChanged(tx, 'conversation.created', { organizationId, conversationId: id }, people);
    },
    answered(ctx, id),
  );
}

const renameStatement = statement('rename-group', {
  organizationId: 'uuid',
  userId: 'uuid',
  id: 'uuid',
  name: 'text',
})<{ id: string }>(
  `update conversations set name = $name, name_by = $userId where organization_id = $organizationId and id = $id and name <> $name returning id`,
);

export async function updateConversation(ctx: MemberCtx, id: string, name: string) {
  const { organizationId, userId } = ctx.caller;
  return ctx.tx(
    async (tx) => {
      await lockManagedGroup(tx, ctx.caller, id);
      const [renamed] = await run(tx, renameStatement, { organizationId, userId, id, name });
      if (!renamed) return;
      await writeNotice(tx, ctx.caller, id, { action: 'renamed', name });
      membersReread(tx, { organizationId, conversationId: id });
    },
    answered(ctx, id),
  );
}

const newcomersStatement = statement('group-newcomers', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  ids: 'uuid[]',
})<{ newcomers: number }>(
  `select count(*)::int as newcomers from unnest($ids) person where not exists (select from conversation_members w
    where w.organization_id = $organizationId and w.conversation_id = $conversationId and w.user_id = person)`,
);

const leaversStatement = statement('group-leavers', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  ids: 'uuid[]',
})<{ leavers: number }>(
  `select count(distinct m.details ->> 'actor_id')::int as leavers from messages m
  where m.organization_id = $organizationId and m.conversation_id = $conversationId and m.kind = 'system'
    and m.details ->> 'action' = 'left' and m.details ->> 'actor_id' = any($ids::text[])
    and m.created_at > now() - interval '${quietAfterDeclineDays} days'`,
);

/** Leaving is a no: only a few who left lately can be brought back in a day. */
async function limitReturns(tx: Db, { caller, limits }: MemberCtx, conversationId: string, ids: string[]) {
  const { organizationId, userId } = caller;
  const [found] = await run(tx, leaversStatement, { organizationId, conversationId, ids });
  const { leavers } = found!;
  const most = dailyLimits.asked_again[0].most;
  if (leavers > most) {
    const error = `Choose up to ${most} people who left this group lately.`;
    throw fail('validation_failed', { error, details: { user_ids: [error] } });
  }
  const secondsLeft = leavers > 0 ? await limits.takeDaily(tx, 'asked_again', userId, leavers) : null;
  if (secondsLeft !== null) throw laterToday('They left this group. You can add them', secondsLeft);
}

export async function addParticipants(ctx: MemberCtx, id: string, userIds: string[]) {
  const { organizationId } = ctx.caller;
  return ctx.tx(
    async (tx) => {
      const { member_count } = await lockManagedGroup(tx, ctx.caller, id);
      await refuseStrangers(tx, ctx.caller, userIds);
      const [found] = await run(tx, newcomersStatement, { organizationId, conversationId: id, ids: userIds });
      if (member_count + found!.newcomers > largestGroup) throw fail('group_full');
      const entered = await run(tx, enterStatement, {
        organizationId,
        conversationId: id,
        ids: userIds,
        adminId: null,
      });
      const added = entered.map(({ user_id }) => user_id);
      if (added.length === 0) return;
      await refuseUnacquainted(tx, ctx.caller, added);
      await limitReturns(tx, ctx, id, added);
      await writeNotice(tx, ctx.caller, id, { action: 'added', userIds: added });
      conversationChanged(tx, 'conversation.created', { organizationId, conversationId: id }, added);
      membersReread(tx, { organizationId, conversationId: id }, added);
    },
    answered(ctx, id),
  );
}

export async function removeParticipants(ctx: MemberCtx, id: string, userIds: string[]) {
  const { organizationId, userId } = ctx.caller;
  if (userIds.includes(userId)) throw fail('not_yourself', { error: 'Leave the group instead.' });
  return ctx.tx(
    async (tx) => {
      await lockManagedGroup(tx, ctx.caller, id);
      await refuseStrangers(tx, ctx.caller, userIds);
      const gone = await takeOut(tx, organizationId, id, userIds);
      if (gone.length < userIds.length) throw fail('user_not_found');
      await writeNotice(tx, ctx.caller, id, { action: 'removed', userIds });
      conversationChanged(tx, 'conversation.left', { organizationId, conversationId: id }, userIds);
      membersReread(tx, { organizationId, conversationId: id });
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
