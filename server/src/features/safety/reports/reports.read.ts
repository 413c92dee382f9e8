import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listReports, Report } from '@spotter/contract/safety/reports.ts';
import { isAheadSql } from '#features/sessions/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { managesGym } from '#platform/logins/gym-access.ts';

/** Whose reports an admin reads: of what they manage, but not about themselves. */
export type Readable = AdminScope & { userId: string; isSupport: boolean };
const readableValues = { ...scopeValues, userId: 'uuid' } as const;
const contentValues = { ...readableValues, isSupport: 'boolean', id: 'uuid' } as const;

type Admin = { id: string; managesAll: string; managesSome: string };

/**
 * SQL for whether an admin reads a report, a row of `reports`. A member who has become an admin since is for the
 * organization's admins.
 */
const isReadableBy = (r: string, { id, managesAll, managesSome }: Admin) => `${r}.organization_id = $organizationId
  and ${r}.reported_user_id <> ${id} and (${managesAll} or ${managesSome} and not exists (select from users a
    where a.organization_id = $organizationId and a.id = ${r}.reported_user_id and a.role in ('gym_admin', 'org_admin')))`;
const isReadableAs = (r: string) =>
  isReadableBy(r, { id: '$userId', managesAll: '$gymIds is null', managesSome: `${r}.gym_ids && $gymIds` });
const isReadable = isReadableAs('r');

/** Spotter support reads no chat, not even what was reported of it. Alias: r the report. */
const isWithheld = "($isSupport and r.kind in ('message', 'session_message'))";

const personSql = (id: string) =>
  `(select ${personJsonSql('p')} from users p where p.organization_id = $organizationId and p.id = ${id})`;

const summaryJson = `jsonb_build_object('id', r.id, 'kind', r.kind, 'subject_id', r.subject_id, 'status', r.status,
  'reason', r.reason, 'note', r.note, 'reporter', ${personSql('r.reporter_id')}, 'reported', ${personSql('r.reported_user_id')},
  'gyms', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name_order, g.id), '[]') from gyms g
    where g.organization_id = $organizationId and g.id = any(r.gym_ids)),
  'created_at', ${instantSql('r.created_at')}, 'closed_at', ${instantSql('r.closed_at')},
  'closed_by', ${personSql('r.closed_by')}, 'actions', to_jsonb(r.actions))`;

const contentJson = `case when ${isWithheld} then jsonb_build_object('is_withheld', true, 'title', '', 'text', '',
    'at', r.snapshot -> 'at', 'has_photo', false, 'context', '[]'::jsonb)
  else jsonb_build_object('is_withheld', false, 'title', r.snapshot -> 'title', 'text', r.snapshot -> 'text', 'at', r.snapshot -> 'at',
  'has_photo', r.snapshot ->> 'file_key' is not null,
  'context', (select coalesce(jsonb_agg(jsonb_build_object('sender', ${personSql("(said.line ->> 'sender_id')::uuid")},
      'text', said.line -> 'text', 'at', said.line -> 'at') order by said.place), '[]')
    from jsonb_array_elements(r.snapshot -> 'context') with ordinality said (line, place))) end`;

type Summary = Returns<typeof listReports>['results'][number];

// Ids are given in the order of time.
const listStatement = statement('reports', {
  ...readableValues,
  status: 'text',
  before: 'uuid?',
  limit: 'int',
})<{ count: number; has_more: boolean; results: Summary[] }>(
  `with found as (select r.* from reports r where ${isReadable} and (r.status = $status or $status = 'closed' and r.status <> 'open')),
  page as (select r.* from found r where $before is null or r.id < $before order by r.id desc limit $limit)
  select (select count(*)::int from found) as count,
    exists (select from found r where r.id < (select p.id from page p order by p.id limit 1)) as has_more,
    coalesce((select jsonb_agg(${summaryJson} order by r.id desc) from page r), '[]') as results`,
);

export async function readReports(
  read: Read,
  readable: Readable,
  page: { status: string; before: string | null; limit: number },
) {
  const [found] = await read(listStatement, { ...readable, ...page });
  return found!;
}

/** Whether a reported message or session can still be removed. */
const canRemoveSql = `case r.kind
  when 'message' then exists (select from messages m
    where m.organization_id = $organizationId and m.id = r.subject_id and m.deleted_at is null)
  when 'session_message' then exists (select from session_messages m
    where m.organization_id = $organizationId and m.id = r.subject_id and m.deleted_at is null)
  when 'session' then exists (select from sessions s where s.organization_id = $organizationId and s.id = r.subject_id
    and ${isAheadSql})
  else false end`;

const oneStatement = statement(
  'report',
  contentValues,
)<{ report: Report }>(
  `select ${summaryJson} || jsonb_build_object('content', ${contentJson}, 'can_remove', ${canRemoveSql},
    'is_reported_active', (select u.is_active from users u where u.id = r.reported_user_id),
    'other_reports', (select count(*)::int from reports o where ${isReadableAs('o')}
      and o.reported_user_id = r.reported_user_id and o.id <> r.id)) as report from reports r where ${isReadable} and r.id = $id`,
);

export async function readReport(read: Read, readable: Readable, id: string): Promise<Report | undefined> {
  const [row] = await read(oneStatement, { ...readable, id });
  return row?.report;
}

const photoStatement = statement(
  'report-photo',
  contentValues,
)<{ file_key: string | null }>(
  // Of this organization: an imported report may name any file.
  `select f.key as file_key from reports r
    join files f on f.organization_id = r.organization_id and f.key = r.snapshot ->> 'file_key'
  where ${isReadable} and not ${isWithheld} and r.id = $id`,
);

/** The key of the reported photo; null if there is none. */
export async function readReportPhoto(read: Read, readable: Readable, id: string): Promise<string | null> {
  const [row] = await read(photoStatement, { ...readable, id });
  return row?.file_key ?? null;
}

const isReader = isReadableBy('r', {
  id: 'u.id',
  managesAll: "u.role = 'org_admin'",
  managesSome: `exists (select from unnest(r.gym_ids) g (id) where ${managesGym('u', 'g.id')})`,
});
const readersStatement = statement('report-readers', { organizationId: 'uuid', id: 'uuid' })<{ id: string }>(
  `select u.id from reports r join users u on u.organization_id = r.organization_id and u.is_active
    and u.role in ('gym_admin', 'org_admin')
  where r.id = $id and ${isReader}`,
);

/** The ids of the admins who read a report. */
export const findReaders = async (read: Read, organizationId: string, id: string): Promise<string[]> =>
  (await read(readersStatement, { organizationId, id })).map((reader) => reader.id);
