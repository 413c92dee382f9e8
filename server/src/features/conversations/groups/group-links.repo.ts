import type { Conversation } from '@spotter/contract/conversations/conversations.ts';
import { blockedBetween, hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';
import { type Reader, readerValues } from '../conversations.read.ts';

const values = { organizationId: 'uuid', id: 'uuid' } as const;
type Group = { organizationId: string; id: string };

/** A link ends with the right of its maker: an admin who was removed or demoted knows it still. Alias: l the link. */
const isOfAdmin = `exists (select from conversation_members a where a.organization_id = $organizationId
  and a.conversation_id = l.conversation_id and a.user_id = l.created_by and a.role = 'admin')`;

const getStatement = statement(
  'group-link',
  values,
)<{ token: string }>(
  `select l.token from group_links l where l.organization_id = $organizationId and l.conversation_id = $id and ${isOfAdmin}`,
);

/** The token of a group's link; undefined if it has none. */
export async function findToken(tx: Db, group: Group): Promise<string | undefined> {
  const [link] = await run(tx, getStatement, group);
  return link?.token;
}

const createStatement = statement('create-group-link', { ...values, userId: 'uuid', token: 'text' })(
  `insert into group_links (organization_id, conversation_id, token, created_by) values ($organizationId, $id, $token, $userId)
  on conflict (organization_id, conversation_id) do update
    set token = excluded.token, created_by = excluded.created_by, created_at = now()`,
);

/** A new link replaces the one before. */
export async function saveLink(tx: Db, link: Group & { userId: string; token: string }): Promise<void> {
  await run(tx, createStatement, link);
}

const deleteStatement = statement(
  'delete-group-link',
  values,
)('delete from group_links where organization_id = $organizationId and conversation_id = $id');

export async function deleteLink(tx: Db, group: Group): Promise<void> {
  await run(tx, deleteStatement, group);
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

type Asked = Reader & { token: string };

/** What the caller sees before they join; undefined if the link doesn't work for them. */
export async function readLinkedGroup(read: Read, asked: Asked): Promise<LinkedGroup | undefined> {
  const [group] = await read(linkedStatement, asked);
  return group;
}

const findStatement = statement('group-of-link', { ...readerValues, token: 'text' })<{ id: string }>(
  `select c.id from ${linked}`,
);

/** The id of the group, to lock it. */
export async function findLinkedGroup(tx: Db, asked: Asked): Promise<string | undefined> {
  const [found] = await run(tx, findStatement, asked);
  return found?.id;
}

type Joining = { id: string; member_count: number; is_in: boolean; was_removed: boolean };
// The last thing an admin did decides: who was added again may come back by themselves.
const joiningStatement = statement('join-by-link', { ...readerValues, token: 'text' })<Joining>(
  `select c.id, c.member_count, ${isIn} as is_in, coalesce((select m.details ->> 'action' = 'removed' from messages m
    where m.organization_id = $organizationId and m.conversation_id = c.id and m.kind = 'system'
      and m.details ->> 'action' in ('added', 'removed') and m.details -> 'user_ids' @> to_jsonb($userId::text)
    order by m.seq desc limit 1), false) as was_removed
  from ${linked}`,
);

/** What decides whether the caller may join a locked group by its link; undefined if the link has ended. */
export async function joiningByLink(tx: Db, asked: Asked): Promise<Joining | undefined> {
  const [group] = await run(tx, joiningStatement, asked);
  return group;
}
