import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { isOrgAdmin, rankOf } from '@spotter/contract/roles.ts';
import type { resolveReport as resolveEndpoint } from '@spotter/contract/safety/reports.ts';
import { removeMessage } from '#features/conversations/index.ts';
import { notification } from '#features/notifications/index.ts';
import { mailBrandOf } from '#features/organizations/index.ts';
import { cancelOne, lockSession, removeSessionMessage } from '#features/sessions/index.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { dayAt } from '#platform/db/zones.ts';
import { fail, fieldError } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { hasProvenAddress } from '#platform/logins/proven-address.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { timeWordsFor } from '#platform/reader-words.ts';
import { tellAdmins } from './reports.events.ts';
import { suspensionMail } from './reports.mails.ts';
import { readReport } from './reports.read.ts';
import { readerOf } from './reports.service.ts';
import { closeReport } from './reports.write.ts';
import { type LockedMember, lockMember, suspendAccount } from './suspension.repo.ts';

type Input = ParsedInput<typeof resolveEndpoint>;
type Decision = Input['body'];
type Reported = { organizationId: string; userId: string; kind: string; subjectId: string };

const actionNames = {
  warn: 'report.warned',
  remove: 'report.removed',
  suspend: 'report.suspended',
} as const satisfies Record<Decision['actions'][number], AuditAction>;

/** Closes a report with everything that is done about it. Of two admins who decide at once, the second is told. */
export function resolveReport(ctx: MemberCtx, { params: { id }, body }: Input) {
  const { caller } = ctx;
  const { organizationId } = caller;
  const actions = [...new Set(body.actions)];
  return ctx.tx(async (tx) => {
    const report = await readReport(readsOf(tx), readerOf(caller), id);
    if (!report) throw fail('report_not_found');
    if (report.status !== 'open') throw fail('report_closed');
    const suspended = actions.includes('suspend') ? await lockToSuspend(tx, ctx, report.reported.id, body) : null;
    const closed = await closeReport(tx, {
      organizationId,
      id,
      status: actions.length > 0 ? 'resolved' : 'dismissed',
      closedBy: caller.emulatedBy ? null : caller.userId,
      actions,
    });
    if (!closed) throw fail('report_closed');
    await tellAdmins(tx, organizationId, id);
    const { userId, kind } = closed;
    const reported = { organizationId, ...closed };
    if (actions.includes('remove')) await remove(tx, reported);
    if (actions.includes('warn'))
      tell(tx, notification({ organizationId, kind: 'warning', to: [userId], data: { text: body.message } }));
    if (suspended) await suspend(tx, ctx, reported, suspended, body.suspended_until);
    for (const action of actions.length > 0 ? actions.map((one) => actionNames[one]) : (['report.dismissed'] as const))
      await audit(tx, ctx, {
        action,
        targetType: 'user',
        targetId: userId,
        data: { report_id: id, kind, ...(action === 'report.suspended' && { until: body.suspended_until }) },
      });
    return (await readReport(readsOf(tx), readerOf(caller), id))!;
  });
}

/** What is gone already, or over, needs nothing. */
async function remove(tx: Db, { organizationId, userId, kind, subjectId }: Reported): Promise<void> {
  if (kind === 'message') await removeMessage(tx, { organizationId, userId }, subjectId);
  if (kind === 'session_message') await removeSessionMessage(tx, organizationId, subjectId);
  if (kind !== 'session') return;
  const known = { organizationId, sessionId: subjectId };
  const session = await lockSession(tx, known);
  if (session?.status !== 'active' || session.starts_at <= session.now) return;
  await cancelOne(tx, { ...known, reason: 'Removed by the gym', actorId: null });
}

/** Throws unless the caller may suspend the member until then. */
async function lockToSuspend(tx: Db, { caller, now }: MemberCtx, userId: string, { suspended_until: until }: Decision) {
  const member = await lockMember(tx, caller.organizationId, userId);
  if (!member) throw fail('report_not_found');
  const outranks = rankOf(caller.role) > rankOf(member.role) || isOrgAdmin(caller.role);
  if (!outranks) throw fail('access_denied');
  if (until && Date.parse(until) <= now.getTime())
    throw fail('validation_failed', fieldError('suspended_until', 'Choose a time in the future'));
  return member;
}

/** Switches the account off, so that the member is signed out everywhere at their next call, and mails them. */
async function suspend(
  tx: Db,
  ctx: MemberCtx,
  { organizationId, userId }: Reported,
  member: LockedMember,
  until: string | null,
) {
  // The database counts the admins who are left, so it refuses the last one.
  await suspendAccount(tx, userId, until).catch((error: unknown) => {
    const { constraint } = error as { constraint?: string };
    throw constraint === 'users_last_org_admin' ? fail('last_org_admin') : error;
  });
  ctx.rightsChanged(userId);
  if (!hasProvenAddress(member) || member.is_demo_user) return;
  const brand = await mailBrandOf(tx, organizationId, ctx.config.PUBLIC_URL);
  const opens = until && dayAt(Date.parse(until), member.zone);
  const words = timeWordsFor(member.language);
  const mail = suspensionMail({ brand, firstName: member.first_name, until: opens && words.longDate(opens) });
  await queueMail(tx, { ...mail, to: member.email, organizationId });
}
