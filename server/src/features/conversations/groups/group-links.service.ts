import { randomBytes } from 'node:crypto';
import type { Conversation } from '@spotter/contract/conversations.ts';
import { largestGroup } from '@spotter/contract/limits.ts';
import { blockedBetween, hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';
import { conversationChanged, membersReread } from '../conversations.events.ts';
import { lockGroup, lockManagedGroup } from '../conversations.lock.ts';
import { readConversation, readerValues } from '../conversations.read.ts';
import { writeNotice } from '../messages/notices.ts';
import { enterStatement } from './groups.service.ts';

const values = { organizationId: 'uuid', id: 'uuid' } as const;

/** A link ends with the right of its maker: an admin who was removed or demoted knows it still. Alias: l the link. */
const isOfAdmin = `exists (select from conversation_members a where a.organization_id = $organizationId
  and a.conversation_id = l.conversation_id and a.user_id = l.created_by and a.role = 'admin')`;

const getStatement = statement(
  'group-link',
  values,
)<{ token: string }>(
  `select l.token from group_links l where l.organization_id = $organizationId and l.conversation_id = $id and ${isOfAdmin}`,
);
const createStatement = statement('create-group-link', { ...values, userId: 'uuid', token: 'text' })(
  `insert into group_links (organization_id, conversation_id, token, created_by) values ($organizationId, $id, $token, $userId)
  on conflict (organization_id, conversation_id) do update
    set token = excluded.token, created_by = excluded.created_by, created_at = now()`,
);
const deleteStatement = statement(
  'delete-group-link',
  values,
)('delete from group_links where organization_id = $organizationId and conversation_id = $id');

/** The member area opens it after a sign-in, too. */
const urlOf = ({ config }: MemberCtx, token: string) => `${config.PUBLIC_URL}/app?open=join-group&id=${token}`;

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
    const [link] = await run(tx, getStatement, group);
    return link ? { url: urlOf(ctx, link.token) } : null;
  });

export const createGroupLink = (ctx: MemberCtx, id: string) =>
  asAdmin(ctx, id, async (tx, group) => {
    const token = randomBytes(16).toString('base64url');
    await run(tx, createStatement, { ...group, userId: ctx.caller.userId, token });
    return { url: urlOf(ctx, token) };
  });

export async function deleteGroupLink(ctx: MemberCtx, id: string): Promise<undefined> {
  await asAdmin(ctx, id, (tx, group) => run(tx, deleteStatement, group));
}

/** The group of a link that works for the caller: who made it has a gym in common with them, and no block between. */
const linked = `group_links l join users by on by.id = l.created_by and by.is_active
    join conversations c on c.organization_id = $organizationId and c.id = l.conversation_id
  where l.organization_id = $organizationId and l.token = $token and ${isOfAdmin}
    and (by.id = $userId or not ${blockedBetween('by.id', '$userId')}
      and exists (select from unnest($gymIds) gym where ${canUseGym('by', 'gym')}))`;
const isIn = `exists (select from conversation_members w
  where w.organization_id = $organizationId and w.conversation_id = c.id and w.user_id = $userId)`;

type LinkedGroup = {
  conversation_id: string | null;
  name: string;
  picture_url: string | null;
  member_count: number;
  people: Conversation['participants'];
};
const linkedStatement = statement('linked-group', { ...readerValues, token: 'text' })<LinkedGroup>(
  `with ${hiddenCte} select case when ${isIn} then c.id end as conversation_id, c.name, '/files/' || c.picture_key as picture_url,
    c.member_count, (select coalesce(json_agg(p.card order by p.joined_at, p.id), '[]') from (
      select ${personJsonSql('u')} as card, w.joined_at, u.id from conversation_members w join users u on u.id = w.user_id
      where w.organization_id = $organizationId and w.conversation_id = c.id and not ${isHidden('w.user_id')}
      order by w.joined_at, u.id limit 6) p) as people
  from ${linked}`,
);

export async function getLinkedGroup({ read, caller }: MemberCtx, token: string) {
  const { organizationId, userId, gymIds } = caller;
  const [group] = await read(linkedStatement, { organizationId, userId, gymIds, token });
  if (!group) throw fail('group_link_not_found');
  return group;
}

const findStatement = statement('group-of-link', { ...readerValues, token: 'text' })<{ id: string }>(
  `select c.id from ${linked}`,
);
type Joining = { id: string; member_count: number; is_in: boolean; was_removed: boolean };
// The last thing an admin did decides: who was added again may come back by themselves.
const joiningStatement = statement('join-by-link', { ...readerValues, token: 'text' })<Joining>(
  `select c.id, c.member_count, ${isIn} as is_in, coalesce((select m.details ->> 'action' = 'removed' from messages m
    where m.organization_id = $organizationId and m.conversation_id = c.id and m.kind = 'system'
      and m.details ->> 'action' in ('added', 'removed') and m.details -> 'user_ids' @> to_jsonb($userId::text)
    order by m.seq desc limit 1), false) as was_removed
  from ${linked}`,
);

/** Under the group's lock, where the link is looked up again: it may have ended meanwhile, or the last spot be taken. */
export function joinGroupByLink(ctx: MemberCtx, token: string): Promise<Conversation> {
  const { caller } = ctx;
  const { organizationId, userId, gymIds } = caller;
  const asked = { organizationId, userId, gymIds, token };
  return ctx.tx(
    async (tx) => {
      const [found] = await run(tx, findStatement, asked);
      if (!found) throw fail('group_link_not_found');
      lockGroup(tx, organizationId, found.id);
      const [group] = await run(tx, joiningStatement, asked);
      if (!group) throw fail('group_link_not_found');
      const { id } = group;
      if (group.is_in) return id;
      if (group.was_removed) throw fail('removed_from_group');
      if (group.member_count >= largestGroup) throw fail('group_full');
      await run(tx, enterStatement, { organizationId, conversationId: id, ids: [userId], adminId: null });
      await writeNotice(tx, caller, id, { action: 'joined' });
      conversationChanged(tx, 'conversation.created', { organizationId, conversationId: id }, [userId]);
      membersReread(tx, { organizationId, conversationId: id }, [userId]);
      return id;
    },
    async (tx, id) => (await readConversation(readsOf(tx), caller, id))!,
  );
}
