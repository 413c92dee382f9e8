import { audit } from '#platform/audit.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { endLogins, openLogin } from './open-login.ts';

const summary = ['id', 'name', 'is_active', 'white_label_enabled'] as const;
const outside = { is_emulating: false, organization: null, original_role: null, expires_at: null } as const;

/** A super admin enters an organisation with a sign-in of its own, which carries both and can do no more than its admin. */
export async function startEmulation(ctx: Ctx, organizationId: string) {
  return ctx.tx(async (tx) => {
    const organization = await tx
      .selectFrom('organizations')
      .select(summary)
      .where('id', '=', organizationId)
      .executeTakeFirst();
    if (!organization) throw fail('organization_not_found');
    const { tokens, expiresAt } = await openLogin(tx, ctx, {
      userId: ctx.caller.userId,
      method: 'emulation',
      emulatedOrganizationId: organizationId,
    });
    await audit(tx, ctx, {
      action: 'startEmulation',
      targetType: 'organization',
      targetId: organizationId,
      organizationId,
    });
    return {
      ...tokens,
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
    await endLogins(tx, { userId: caller.userId, only: caller.loginId }, 'emulation_stopped');
    ctx.rightsChanged(caller.userId);
    await audit(tx, ctx, { action: 'stopEmulation', targetType: 'organization', targetId: caller.organizationId });
    const { tokens } = await openLogin(tx, ctx, { userId: caller.userId, method: 'password' });
    return { ...tokens, ...outside };
  });
}

export async function getEmulationStatus({ db, caller }: Ctx) {
  if (!caller.emulatedBy) return outside;
  const row = await db
    .selectFrom('logins as l')
    .innerJoin('organizations as o', 'o.id', 'l.emulated_organization_id')
    .select(['o.id', 'o.name', 'o.is_active', 'o.white_label_enabled', 'l.expires_at'])
    .where('l.id', '=', caller.loginId)
    .executeTakeFirstOrThrow();
  const { expires_at, ...organization } = row;
  return { is_emulating: true, organization, original_role: 'super_admin', expires_at: expires_at.toISOString() };
}
