import { quietAfterDeclineDays } from '@spotter/contract/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';

type Group = { organizationId: string; conversationId: string };
const groupValues = { organizationId: 'uuid', conversationId: 'uuid' } as const;

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
const enterStatement = statement('enter-group', { ...groupValues, ids: 'uuid[]', adminId: 'uuid?' })<{
  user_id: string;
}>(
  `insert into conversation_members (organization_id, conversation_id, user_id, role, joined_seq, last_read_seq)
  select $organizationId, c.id, person, case when person = $adminId then 'admin' else 'member' end, c.last_seq, c.last_seq
  from conversations c, unnest($ids) person where c.organization_id = $organizationId and c.id = $conversationId
  on conflict do nothing returning user_id`,
);

/** A new group with these people; its maker is its admin. */
export function insertGroup(
  tx: Db,
  {
    id,
    name,
    people,
    ...maker
  }: { organizationId: string; userId: string; id: string; name: string; people: string[] },
): void {
  send(tx, createStatement, { ...maker, id, name });
  const { organizationId, userId: adminId } = maker;
  send(tx, enterStatement, { organizationId, conversationId: id, ids: people, adminId });
}

/** Adds members to a group; the ids of those who were not in it. */
export const enterGroup = async (tx: Db, group: Group, ids: readonly string[]): Promise<string[]> =>
  (await run(tx, enterStatement, { ...group, ids, adminId: null })).map(({ user_id }) => user_id);

const renameStatement = statement('rename-group', {
  organizationId: 'uuid',
  userId: 'uuid',
  id: 'uuid',
  name: 'text',
})<{ id: string }>(
  `update conversations set name = $name, name_by = $userId where organization_id = $organizationId and id = $id and name <> $name returning id`,
);

/** False if that is its name already. */
export const renameGroup = async (
  tx: Db,
  group: { organizationId: string; userId: string; id: string; name: string },
): Promise<boolean> => (await run(tx, renameStatement, group)).length > 0;

const newcomersStatement = statement('group-newcomers', { ...groupValues, ids: 'uuid[]' })<{ newcomers: number }>(
  `select count(*)::int as newcomers from unnest($ids) person where not exists (select from conversation_members w
    where w.organization_id = $organizationId and w.conversation_id = $conversationId and w.user_id = person)`,
);

/** How many of these people are not in the group. */
export async function countNewcomers(tx: Db, group: Group, ids: readonly string[]): Promise<number> {
  const [found] = await run(tx, newcomersStatement, { ...group, ids });
  return found!.newcomers;
}

const leaversStatement = statement('group-leavers', { ...groupValues, ids: 'uuid[]' })<{ leavers: number }>(
  `select count(distinct m.details ->> 'actor_id')::int as leavers from messages m
  where m.organization_id = $organizationId and m.conversation_id = $conversationId and m.kind = 'system'
    and m.details ->> 'action' = 'left' and m.details ->> 'actor_id' = any($ids::text[])
    and m.created_at > now() - interval '${quietAfterDeclineDays} days'`,
);

/** How many of these people have left the group lately. */
export async function countLeavers(tx: Db, group: Group, ids: readonly string[]): Promise<number> {
  const [found] = await run(tx, leaversStatement, { ...group, ids });
  return found!.leavers;
}

const goStatement = statement('leave-group', { ...groupValues, ids: 'uuid[]' })<{ user_id: string }>(
  `delete from conversation_members where organization_id = $organizationId and conversation_id = $conversationId
    and user_id = any($ids) returning user_id`,
);

/** Takes members out of a locked group; the ids of those who were in it. */
export const takeOut = async (tx: Db, group: Group, ids: readonly string[]): Promise<string[]> =>
  (await run(tx, goStatement, { ...group, ids })).map(({ user_id }) => user_id);

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

/** The ids of the groups with others in them that a member alone looks after. */
export const groupsOfOnlyAdmin = async (tx: Db, member: { organizationId: string; userId: string }) =>
  (await run(tx, onlyAdminStatement, member)).map(({ id }) => id);
