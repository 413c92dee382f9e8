import { isOrgAdmin, isSuperAdmin } from '@spotter/contract/roles.ts';
import { sql } from 'kysely';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { confirmIdentity } from './users.confirmation.ts';

/** Deletes the caller's account and data; only ids stay in the audit trail. */
export async function deleteMe(
  ctx: Ctx,
  body: { password?: string | undefined; provider_token?: string | undefined },
): Promise<void> {
  const { caller } = ctx;
  await confirmIdentity(ctx, { password: body.password, providerToken: body.provider_token });
  await ctx.tx(async (tx) => {
    await refuseLastAdmin(tx, caller);
    await audit(tx, ctx, { action: 'deleteMe', targetType: 'user', targetId: caller.userId });
    await forget(tx, caller.userId);
    ctx.rightsChanged(caller.userId);
  });
}

/** Foreign keys delete most data of a person. This deletes the rest: stored answers, live events, mails. */
async function forget(tx: Db, userId: string) {
  const { email, organization_id } = await tx
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning(['email', 'organization_id'])
    .executeTakeFirstOrThrow();
  await sql`delete from idempotency_keys where actor = ${userId} or actor like ${`${userId}:%`}`.execute(tx);
  await sql`delete from live_events where scope_id = ${organization_id} and user_ids = array[${userId}::uuid]`.execute(
    tx,
  );
  await sql`update live_events set user_ids = array_remove(user_ids, ${userId}::uuid)
    where scope_id = ${organization_id} and ${userId}::uuid = any(user_ids)`.execute(tx);
  await sql`delete from mails where lower(to_address) = lower(${email})`.execute(tx);
}

/** Locking everyone with the role serializes two who leave at once. */
async function refuseLastAdmin(tx: Db, { userId, role, organizationId }: Ctx['caller']) {
  if (!isOrgAdmin(role) && !isSuperAdmin(role)) return;
  const holders = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', role)
    .where('is_active', '=', true)
    .$if(organizationId !== null, (query) => query.where('organization_id', '=', organizationId))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!holders.some(({ id }) => id !== userId)) throw fail(isOrgAdmin(role) ? 'last_org_admin' : 'last_super_admin');
}
