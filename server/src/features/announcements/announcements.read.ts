import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { getAnnouncement, listAnnouncements } from '@spotter/contract/desk/announcements.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';

export type Announcement = Returns<typeof listAnnouncements>['results'][number];

/** Alias: a the announcement. Those to the whole organization belong to its own admins. */
const isManaged = 'a.organization_id = $organizationId and ($gymIds is null or a.gym_id = any($gymIds))';

const gymJson = `(select json_build_object('id', g.id, 'name', g.name) from gyms g
  where g.organization_id = a.organization_id and g.id = a.gym_id)`;

const announcementJson = `json_build_object('id', a.id, 'title', a.title, 'body', a.body, 'gym_id', a.gym_id, 'gym', ${gymJson},
  'status', a.status, 'send_at', ${instantSql('a.send_at')}, 'sent_at', ${instantSql('a.sent_at')},
  'author', (select ${personJsonSql('u')} from users u where u.organization_id = $organizationId and u.id = a.author_id),
  'recipients', a.recipients, 'version', a.version, 'created_at', ${instantSql('a.created_at')},
  'read_count', a.reads + (select count(*)::int from notifications n
    where n.organization_id = $organizationId and n.announcement_id = a.id and n.read_at > a.reads_until))`;

const listStatement = statement('announcements', { ...scopeValues, limit: 'int', offset: 'int' })<{
  count: number;
  results: Announcement[];
}>(
  `with found as (select a.* from announcements a where ${isManaged}),
  page as (select * from found order by send_at desc, id desc limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(${announcementJson} order by a.send_at desc, a.id desc) from page a), '[]') as results`,
);

export async function readAnnouncements(read: Read, values: AdminScope & { limit: number; offset: number }) {
  const [found] = await read(listStatement, values);
  return found!;
}

const oneStatement = statement('announcement', { ...scopeValues, id: 'uuid' })<{ announcement: Announcement }>(
  `select ${announcementJson} as announcement from announcements a where ${isManaged} and a.id = $id`,
);

export async function readAnnouncement(db: Db, values: AdminScope & { id: string }): Promise<Announcement> {
  const [row] = await run(db, oneStatement, values);
  return row!.announcement;
}

/** Alias: u the member. Everyone who can sign in gets it, except its author. */
const isRecipient = `u.organization_id = $organizationId and u.is_active and u.id is distinct from $authorId
  and ($gymId is null or ${canUseGym('u', '$gymId')})`;
const recipientValues = { organizationId: 'uuid', authorId: 'uuid?', gymId: 'uuid?' } as const;
type Audience = { organizationId: string; authorId: string | null; gymId: string | null };

const countStatement = statement(
  'announcement-recipients',
  recipientValues,
)<{ recipients: number }>(`select count(*)::int as recipients from users u where ${isRecipient}`);

export async function countRecipients(read: Read, audience: Audience) {
  const [row] = await read(countStatement, audience);
  return row!;
}

const nextStatement = statement('next-recipients', { ...recipientValues, after: 'uuid?', limit: 'int' })<{
  id: string;
}>(`select u.id from users u where ${isRecipient} and ($after is null or u.id > $after) order by u.id limit $limit`);

/** The members after this one, in the order of their ids. */
export const nextRecipients = (tx: Db, values: Audience & { after: string | null; limit: number }) =>
  run(tx, nextStatement, values);

const forMemberStatement = statement('announcement-for-member', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  id: 'uuid',
})<{ announcement: Returns<typeof getAnnouncement> }>(
  `select json_build_object('id', a.id, 'title', a.title, 'body', a.body, 'gym', ${gymJson},
    'sent_at', ${instantSql('a.send_at')}, 'unread_notification_id', case when n.read_at is null then n.id end) as announcement
  from announcements a left join notifications n
    on n.organization_id = a.organization_id and n.announcement_id = a.id and n.user_id = $userId and n.in_app
  where a.organization_id = $organizationId and a.id = $id and a.status in ('sending', 'sent')
    and (a.gym_id is null or a.gym_id = any($gymIds) or n.id is not null)`,
);

export async function readForMember(
  read: Read,
  values: { organizationId: string; userId: string; gymIds: readonly string[]; id: string },
) {
  const [row] = await read(forMemberStatement, values);
  return row?.announcement;
}
