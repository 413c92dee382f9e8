import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { createReport, ReportKind } from '@spotter/contract/safety/reports.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { Snapshot } from './reported.repo.ts';

// The admins of a gym decide about its members. Reports about an admin reach the organization's admins alone.
const fileStatement = statement('file-report', {
  organizationId: 'uuid',
  userId: 'uuid',
  id: 'uuid',
  reportedId: 'uuid',
  kind: 'text',
  subjectId: 'uuid',
  reason: 'text',
  note: 'text',
  snapshot: 'jsonb',
  gymId: 'uuid?',
})<Returns<typeof createReport>>(
  `insert into reports as r (organization_id, id, reporter_id, reported_user_id, kind, subject_id, reason, note, snapshot, gym_ids)
  select $organizationId, $id, $userId, u.id, $kind, $subjectId, $reason, $note, $snapshot,
    case when u.role in ('gym_admin', 'org_admin') then '{}' when $gymId is not null then array[$gymId]
      else array(select g.gym_id from user_gyms g where g.organization_id = $organizationId and g.user_id = u.id) end
  from users u where u.organization_id = $organizationId and u.id = $reportedId
  on conflict (organization_id, reporter_id, kind, subject_id) where status = 'open' do update set reason = r.reason
  returning r.id, ${instantSql('r.created_at')} as created_at`,
);

type NewReport = {
  organizationId: string;
  userId: string;
  id: string;
  reportedId: string;
  kind: ReportKind;
  subjectId: string;
  reason: string;
  note: string;
  snapshot: Snapshot;
  gymId: string | null;
};

/** Files a report, or finds the open one of this member about the same thing; undefined if the reported member is gone. */
export async function insertReport(tx: Db, { snapshot, ...report }: NewReport) {
  const [filed] = await run(tx, fileStatement, { ...report, snapshot: JSON.stringify(snapshot) });
  return filed;
}

const closeStatement = statement('close-report', {
  organizationId: 'uuid',
  id: 'uuid',
  status: 'text',
  closedBy: 'uuid?',
  actions: 'text[]',
})<{ userId: string; kind: ReportKind; subjectId: string }>(
  `update reports set status = $status, closed_at = now(), closed_by = $closedBy, actions = $actions
  where organization_id = $organizationId and id = $id and status = 'open'
  returning reported_user_id as "userId", kind, subject_id as "subjectId"`,
);

type Closing = {
  organizationId: string;
  id: string;
  status: 'resolved' | 'dismissed';
  closedBy: string | null;
  actions: readonly string[];
};

/** What the report was about; undefined if it was closed before. */
export async function closeReport(tx: Db, closing: Closing) {
  const [closed] = await run(tx, closeStatement, closing);
  return closed;
}
