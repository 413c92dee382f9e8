import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { getMemberRecord as recordEndpoint } from '@spotter/contract/desk/staff-notes.ts';
import { isKeptFromReader } from '#features/audit/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { isManaged } from './accounts.read.ts';

/** Spotter support belongs to no organization and has no name here. */
const personSql = (id: string) =>
  `(select ${personJsonSql('a')} from users a where a.organization_id = $organizationId and a.id = ${id})`;

/** Alias: n the note. */
export const noteJson = `json_build_object('id', n.id, 'author', ${personSql('n.author_id')}, 'text', n.text,
  'can_edit', coalesce(n.author_id = $userId, false), 'created_at', ${instantSql('n.created_at')},
  'edited_at', ${instantSql('n.edited_at')})`;

type MemberRecord = Returns<typeof recordEndpoint>;
type LoggedChange = Omit<MemberRecord['changes'][number], 'sentence'> & {
  action: string;
  target: string | null;
  data: Record<string, unknown>;
};

const LATEST = 30;
/** A regular's whole month ahead would push the past off the list. */
const NEXT = 3;

// Admins don't read here what others note about them, nor that they were reported.
const recordStatement = statement('member-record', { ...scopeValues, userId: 'uuid', id: 'uuid' })<{
  name: string;
  record: Omit<MemberRecord, 'changes'> & { changes: LoggedChange[] };
}>(
  `with taken as materialized (select s.id, s.title, s.starts_at, s.gym_id, s.creator_id = $id as is_host,
      case when s.status = 'cancelled' then 'cancelled' when s.ends_at > now() then 'upcoming'
        when p.attended then 'attended' when p.attended = false then 'missed' else 'unknown' end as status
    from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
    where p.organization_id = $organizationId and p.user_id = $id and ($gymIds is null or s.gym_id = any($gymIds))),
  latest as ((select * from taken where status = 'upcoming' order by starts_at, id limit ${NEXT})
    union all (select * from taken where status <> 'upcoming' order by starts_at desc, id desc limit ${LATEST}))
  select json_build_object(
    'totals', (select json_build_object(
        'sessions', count(*) filter (where status in ('attended', 'missed', 'unknown')),
        'attended', count(*) filter (where status = 'attended'), 'missed', count(*) filter (where status = 'missed'),
        'hosted', count(*) filter (where is_host and status in ('attended', 'missed', 'unknown')),
        'upcoming', count(*) filter (where status = 'upcoming')) from taken),
    'sessions', coalesce((select json_agg(json_build_object('id', l.id, 'title', l.title, 'gym_name', g.name,
        'starts_at', ${instantSql('l.starts_at')}, 'timezone', g.timezone, 'is_host', l.is_host, 'status', l.status)
        order by l.starts_at desc, l.id desc)
      from latest l join gyms g on g.organization_id = $organizationId and g.id = l.gym_id), '[]'),
    'invited_by', (select json_build_object('person', person, 'code', code, 'joined_at', ${instantSql('at')}) from (
        select ${personSql('r.referrer_id')} as person, null as code, r.created_at as at from referrals r
          where r.organization_id = $organizationId and r.user_id = $id
        union all
        select null, c.code, x.used_at from invite_code_uses x join invite_codes c
          on c.organization_id = x.organization_id and c.id = x.invite_code_id
          where x.organization_id = $organizationId and x.user_id = $id
        order by at limit 1) brought),
    'brought', (select count(*)::int from referrals r where r.organization_id = $organizationId and r.referrer_id = $id),
    'notes', coalesce((select json_agg(${noteJson} order by n.created_at desc, n.id desc) from staff_notes n
      where n.organization_id = $organizationId and n.user_id = $id and ($id <> $userId or n.author_id = $userId)), '[]'),
    'changes', coalesce((select json_agg(json_build_object('id', l.id, 'actor', ${personSql('l.actor_id')},
        'emulating', l.emulating, 'action', l.action, 'target', l.target_name, 'data', l.data, 'edits', coalesce(l.edits, '[]'), 'created_at', ${instantSql('l.created_at')})
        order by l.created_at desc, l.id desc)
      from (select * from audit_log a where organization_id = $organizationId and target_id = $id
          and not ${isKeptFromReader('a')} order by created_at desc, id desc limit ${LATEST}) l), '[]')
  ) as record, trim(u.first_name || ' ' || u.last_name) as name from users u where ${isManaged} and u.id = $id`,
);

/** As `userId` reads it; undefined unless they manage this member. */
export async function readMemberRecord(read: Read, values: AdminScope & { userId: string; id: string }) {
  const [row] = await read(recordStatement, values);
  return row;
}
