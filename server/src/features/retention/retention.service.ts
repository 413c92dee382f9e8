import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { listMembersAtRisk as listEndpoint } from '@spotter/contract/desk/retention.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Read, readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { adminScope, refuseUnmanagedGyms } from '#platform/logins/admin-scope.ts';
import { isManagedMember, readMemberRisk, readMembersAtRisk, readSessionsFor } from './retention.read.ts';
import * as repo from './retention.write.ts';

/** A super admin inside an organization is no member of it, so they can't write or invite. */
const readerOf = ({ caller }: MemberCtx) => ({
  ...adminScope(caller),
  userId: caller.userId,
  mayAct: caller.emulatedBy === null,
});

export async function listMembersAtRisk(ctx: MemberCtx, query: ParsedInput<typeof listEndpoint>['query']) {
  if (query.gym_id) refuseUnmanagedGyms(ctx.caller, [query.gym_id]);
  const { count, ...found } = await readMembersAtRisk(ctx.read, {
    ...readerOf(ctx),
    gymId: query.gym_id ?? null,
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  });
  return { count, ...numberedLinks(listEndpoint, { query }, count), ...found };
}

export const getMemberRisk = (ctx: MemberCtx, id: string) => riskOf(ctx.read, ctx, id);

/** The risk of a member the caller manages. */
export async function riskOf(read: Read, ctx: MemberCtx, id: string) {
  const found = await readMemberRisk(read, { ...readerOf(ctx), id });
  if (!found) throw fail('user_not_found');
  return found;
}

/** Throws unless the caller manages this member, and neither has blocked the other. */
export async function refuseOthers(read: Read, { caller }: MemberCtx, id: string): Promise<void> {
  const { userId } = caller;
  if (!(await isManagedMember(read, { ...adminScope(caller), userId, id }))) throw fail('user_not_found');
}

export async function listSessionsForMemberAtRisk(ctx: MemberCtx, id: string) {
  await refuseOthers(ctx.read, ctx, id);
  return readSessionsFor(ctx.read, { ...adminScope(ctx.caller), id });
}

const change = (ctx: MemberCtx, id: string, action: AuditAction, work: (tx: Db) => Promise<void>): Promise<undefined> =>
  ctx.tx(async (tx) => {
    await refuseOthers(readsOf(tx), ctx, id);
    await work(tx);
    await audit(tx, ctx, { action, targetType: 'user', targetId: id });
    return undefined;
  });

export const dismissMemberAtRisk = (ctx: MemberCtx, id: string) =>
  change(ctx, id, 'member_at_risk.dismissed', (tx) =>
    repo.dismissRisk(tx, {
      organizationId: ctx.caller.organizationId,
      id,
      by: ctx.caller.emulatedBy ?? ctx.caller.userId,
    }),
  );

export const restoreMemberAtRisk = (ctx: MemberCtx, id: string) =>
  change(ctx, id, 'member_at_risk.restored', (tx) =>
    repo.restoreRisk(tx, { organizationId: ctx.caller.organizationId, id }),
  );
