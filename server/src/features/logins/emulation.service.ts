import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { insertEmulation, readEmulation, readOrganization, takeVisits, type WantedVisits } from './emulation.repo.ts';

const MINUTES = 60;
const outside = { is_emulating: false, organization: null, original_role: null, expires_at: null } as const;

/**
 * A super admin enters an organization with a separate sign-in that names both and has the rights of an organization
 * admin. It has no refresh token and ends with the sign-in it was started from; after leaving, the super admin continues
 * with the original tokens.
 */
export async function startEmulation(
  ctx: Ctx,
  { organization_id: organizationId, reason }: { organization_id: string; reason: string },
) {
  const { userId } = ctx.caller;
  const loginId = newId();
  return ctx.tx(async (tx) => {
    const found = await readOrganization(tx, organizationId);
    if (!found) throw fail('organization_not_found');
    const { deleted_at, ...organization } = found;
    if (deleted_at) throw fail('organization_deleted');
    const expiresAt = await insertEmulation(tx, {
      id: loginId,
      userId,
      organizationId,
      parentId: ctx.caller.loginId,
      userAgent: ctx.userAgent,
      ip: ctx.ip,
      minutes: MINUTES,
    });
    await audit(tx, ctx, {
      action: 'startEmulation',
      targetType: 'organization',
      targetId: organizationId,
      organizationId,
      data: { reason },
    });
    return {
      access_token: await ctx.accessTokens.sign({ userId, loginId, organizationId, seconds: MINUTES * 60 }),
      is_emulating: true,
      organization,
      original_role: 'super_admin',
      expires_at: expiresAt.toISOString(),
    };
  });
}

export async function stopEmulation(ctx: Ctx) {
  const { caller } = ctx;
  if (!caller.emulatedBy) throw fail('not_emulating');
  return ctx.tx(async (tx) => {
    await leaveVisits(tx, { loginId: caller.loginId }, ctx.requestId);
    ctx.rightsChanged(caller.userId);
    return outside;
  });
}

/** Tells the organization's log that visits are over, once for each. */
export async function leaveVisits(tx: Db, wanted: WantedVisits, requestId: string): Promise<number> {
  const visits = await takeVisits(tx, wanted);
  for (const { userId, organizationId, hasExpired } of visits)
    await audit(
      tx,
      { caller: { userId, organizationId, emulatedBy: userId }, requestId },
      {
        action: 'stopEmulation',
        targetType: 'organization',
        targetId: organizationId,
        data: hasExpired ? { expired: true } : {},
      },
    );
  return visits.length;
}

export async function getEmulationStatus({ db, caller }: Ctx) {
  const { emulatedBy, loginId, organizationId } = caller;
  if (!emulatedBy || !organizationId) return outside;
  const { expires_at, ...organization } = await readEmulation(db, { loginId, organizationId });
  return { is_emulating: true, organization, original_role: 'super_admin', expires_at: expires_at.toISOString() };
}
