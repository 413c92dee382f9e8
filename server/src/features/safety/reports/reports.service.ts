import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import {
  type createReport as createEndpoint,
  listReports as listEndpoint,
  type ReportKind,
} from '@spotter/contract/safety/reports.ts';
import { fail } from '#platform/errors.ts';
import type { SendFile } from '#platform/files/send-file.ts';
import { type MemberCtx, type Raw, Sent } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import type { Member } from '#platform/logins/callers.ts';
import { findReported } from './reported.repo.ts';
import { tellAdmins } from './reports.events.ts';
import { type Readable, readReport, readReportPhoto, readReports } from './reports.read.ts';
import { insertReport } from './reports.write.ts';

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
    const reported = await findReported(tx, ctx.caller, kind, id);
    if (!reported) throw fail(unknown[kind]);
    if (reported.user_id === userId) throw fail('not_yourself', { error: "You can't report yourself." });
    const filed = await insertReport(tx, {
      organizationId,
      userId,
      id: newId(),
      reportedId: reported.user_id,
      kind,
      subjectId: id,
      reason,
      note,
      snapshot: reported.snapshot,
      gymId: reported.gym_id,
    });
    if (!filed) throw fail(unknown[kind]);
    await tellAdmins(tx, organizationId, filed.id);
    return filed;
  });
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
export async function getReportPhoto({ read, caller }: MemberCtx, sendFile: SendFile, id: string, raw: Raw) {
  const key = await readReportPhoto(read, readerOf(caller), id);
  if (!key || !(await sendFile(raw, key, { lane: caller.userId }))) throw fail('report_not_found');
  return new Sent();
}
