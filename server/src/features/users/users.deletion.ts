import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { confirmItIsThem } from './users.confirmation.ts';
import { refuseWhileEmulating } from './users.service.ts';

/** Deletes the caller's account; foreign keys take everything of theirs along, and only ids stay in the audit trail. */
export async function deleteMe(
  ctx: Ctx,
  body: { password?: string | undefined; provider_token?: string | undefined },
): Promise<void> {
  refuseWhileEmulating(ctx);
  const { caller } = ctx;
  await confirmItIsThem(ctx, { password: body.password, providerToken: body.provider_token });
  await ctx.tx(async (tx) => {
    await refuseLastAdmin(tx, caller);
    await audit(tx, ctx, { action: 'deleteMe', targetType: 'user', targetId: caller.userId });
    await tx.deleteFrom('users').where('id', '=', caller.userId).execute();
    ctx.rightsChanged(caller.userId);
  });
}

/** The lock on all who hold the rank makes two who leave together queue here. */
async function refuseLastAdmin(tx: Db, { userId, role, organizationId }: Ctx['caller']) {
  if (role !== 'org_admin' && role !== 'super_admin') return;
  const holders = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', role)
    .where('is_active', '=', true)
    .$if(organizationId !== null, (query) => query.where('organization_id', '=', organizationId))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!holders.some(({ id }) => id !== userId))
    throw fail(role === 'org_admin' ? 'last_org_admin' : 'last_super_admin');
}
