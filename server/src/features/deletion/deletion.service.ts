import { isOrgAdmin, isSuperAdmin } from '@spotter/contract/roles.ts';
import { handOverGroups } from '#features/conversations/index.ts';
import { leaveVisits } from '#features/logins/index.ts';
import { leaveForGood } from '#features/sessions/index.ts';
import { confirmIdentity } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { acquaintances } from './acquaintances.repo.ts';
import { lockHolders } from './deletion.repo.ts';
import { forgetPerson } from './forget-person.service.ts';

/** Deletes the caller's account and data; only ids stay in the audit trail. */
export async function deleteMe(
  ctx: Ctx,
  body: { password?: string | undefined; provider_token?: string | undefined },
): Promise<undefined> {
  const { caller } = ctx;
  await confirmIdentity(ctx, { password: body.password, providerToken: body.provider_token });
  await ctx.tx(async (tx) => {
    await refuseLastAdmin(tx, caller);
    await audit(tx, ctx, { action: 'deleteMe', targetType: 'user', targetId: caller.userId });
    await removeAccount(tx, caller);
    ctx.rightsChanged(caller.userId);
  });
}

type Account = Pick<Ctx['caller'], 'userId' | 'organizationId'>;

/**
 * First the member leaves everything shared with others, who are told; then the account is deleted with all its texts.
 */
export async function removeAccount(tx: Db, { userId, organizationId }: Account): Promise<void> {
  if (organizationId) {
    const member = { organizationId, userId };
    await leaveForGood(tx, member);
    await handOverGroups(tx, member);
    tell(tx, { scope: organizationId, type: 'people.changed', data: {}, to: await acquaintances(tx, member) });
  } else await leaveVisits(tx, { userId }, 'remove_account');
  await forgetPerson(tx, { userId, organizationId });
}

/** Locking every user with the role serializes two who leave at once. */
async function refuseLastAdmin(tx: Db, { userId, role, organizationId }: Ctx['caller']) {
  if (!isOrgAdmin(role) && !isSuperAdmin(role)) return;
  const holders = await lockHolders(tx, { role, organizationId });
  if (!holders.some((id) => id !== userId)) throw fail(isOrgAdmin(role) ? 'last_org_admin' : 'last_super_admin');
}
