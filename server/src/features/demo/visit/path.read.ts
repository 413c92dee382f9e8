import type { DemoPath } from '@spotter/contract/demo.ts';
import { isAheadSql } from '#features/sessions/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';

const pathStatement = statement('demo-path', { organizationId: 'uuid' })<DemoPath>(`
  with visit as (
    select d.organization_id, d.user_id, d.started_at from demo_sessions d where d.organization_id = $organizationId
  ), joined as (
    select p.session_id, p.joined_at from visit v
      join session_participants p on p.organization_id = v.organization_id and p.user_id = v.user_id
        and p.joined_at > v.started_at
      join sessions s on s.organization_id = p.organization_id and s.id = p.session_id and s.creator_id <> v.user_id
  ), open as (
    select s.id from visit v join sessions s on s.organization_id = v.organization_id and s.max_participants = 3
      and ${isAheadSql} and s.creator_id <> v.user_id
    order by s.starts_at limit 1
  )
  select exists (select from joined) as joined,
    exists (select from messages m where m.organization_id = v.organization_id and m.sender_id = v.user_id
      and m.created_at > v.started_at)
    or exists (select from session_messages m where m.organization_id = v.organization_id and m.sender_id = v.user_id
      and m.created_at > v.started_at) as chatted,
    exists (select from session_proposals p where p.organization_id = v.organization_id and p.proposer_id = v.user_id
      and p.created_at > v.started_at) as proposed,
    exists (select from friendships f where f.organization_id = v.organization_id
      and (f.user_low_id = v.user_id or f.user_high_id = v.user_id) and f.created_at > v.started_at) as matched,
    coalesce((select session_id from joined order by joined_at desc limit 1), (select id from open)) as session_id
  from visit v`);

/** Null outside a demo. */
export async function readPath(read: Read, organizationId: string): Promise<DemoPath | null> {
  const [path] = await read(pathStatement, { organizationId });
  return path ?? null;
}
