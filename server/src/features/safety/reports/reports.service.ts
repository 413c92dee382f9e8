import type { ParsedInput, Returns } from '@spotter/contract/api/endpoint.ts';
import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import {
  type createReport as createEndpoint,
  listReports as listEndpoint,
  type ReportKind,
} from '@spotter/contract/reports.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { fail } from '#platform/http/errors.ts';
import { type MemberCtx, Sent } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import type { Member } from '#platform/logins/callers.ts';
import { reportedStatements } from './reported.ts';
import { tellAdmins } from './reports.events.ts';
import { type Readable, readReport, readReportPhoto, readReports } from './reports.read.ts';

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
})<Returns<typeof createEndpoint>>(
  `insert into reports as r (organization_id, id, reporter_id, reported_user_id, kind, subject_id, reason, note, snapshot, gym_ids)
  select $organizationId, $id, $userId, u.id, $kind, $subjectId, $reason, $note, $snapshot,
    case when u.role in ('gym_admin', 'org_admin') then '{}' when $gymId is not null then array[$gymId]
      else array(select g.gym_id from user_gyms g where g.organization_id = $organizationId and g.user_id = u.id) end
  from users u where u.organization_id = $organizationId and u.id = $reportedId
  on conflict (organization_id, reporter_id, kind, subject_id) where status = 'open' do update set reason = r.reason
  returning r.id, ${instantSql('r.created_at')} as created_at`,
);

const unknown: Record<ReportKind, ErrorCode> = {
  user: 'user_not_found',
  message: 'message_not_found',
  session_message: 'message_not_found',
  session: 'session_not_found',
};

/** Keeps what was reported as it is now. The reported member is never told. */
export function createReport(ctx: MemberCtx, { kind, id, reason, note }: ParsedInput<typeof createEndpoint>['body']) {
  const { organizationId, userId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const reported = await find(tx, ctx.caller, kind, id);
    if (!reported) throw fail(unknown[kind]);
    if (reported.user_id === userId) throw fail('not_yourself', { error: "You can't report yourself." });
    const [filed] = await run(tx, fileStatement, {
      organizationId,
      userId,
      id: newId(),
      reportedId: reported.user_id,
      kind,
      subjectId: id,
      reason,
      note,
      snapshot: JSON.stringify(reported.snapshot),
      gymId: reported.gym_id,
    });
    if (!filed) throw fail(unknown[kind]);
    tellAdmins(tx, organizationId, filed.id);
    return filed;
  });
}

async function find(tx: Db, { organizationId, userId, gymIds, managedGymIds }: Member, kind: ReportKind, id: string) {
  const values = { organizationId, userId, id };
  switch (kind) {
    case 'user':
      return (await run(tx, reportedStatements.user, values))[0];
    case 'message':
      return (await run(tx, reportedStatements.message, values))[0];
    case 'session_message':
      return (await run(tx, reportedStatements.session_message, { ...values, gymIds, managedGymIds }))[0];
    case 'session':
      return (await run(tx, reportedStatements.session, { ...values, gymIds }))[0];
  }
}

export const readerOf = (caller: Member): Readable => ({
  ...adminScope(caller),
  userId: caller.userId,
  isSupport: caller.emulatedBy !== null,
});

export async function listReports({ read, caller }: MemberCtx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page_size: limit, status, before } = query;
  const page = { status, before: before ?? null, limit };
  const { count, has_more, results } = await readReports(read, readerOf(caller), page);
  const last = results.at(-1);
  const links = pageLinks(
    listEndpoint,
    { query },
    { next: last && has_more ? { before: last.id } : null, previous: null },
  );
  return { count, ...links, results };
}

export async function getReport({ read, caller }: MemberCtx, id: string) {
  const report = await readReport(read, readerOf(caller), id);
  if (!report) throw fail('report_not_found');
  return report;
}

/** The file is served here and nowhere else: a photo in a chat has no public address. */
export async function getReportPhoto({ read, caller }: MemberCtx, files: FileStore, id: string, reply: FastifyReply) {
  const key = await readReportPhoto(read, readerOf(caller), id);
  const file = key && (await files.get(key));
  if (!file) throw fail('report_not_found');
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .type(file.contentType)
    .send(file.body);
  return new Sent();
}
