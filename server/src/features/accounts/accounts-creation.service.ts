import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { isOrgAdmin, managesGyms } from '@spotter/contract/roles.ts';
import type { createUser as createEndpoint } from '@spotter/contract/users/accounts.ts';
import type { SetupCode } from '#features/registration/index.ts';
import { createAccount } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { adminScope, refuseUnmanagedGyms } from '#platform/logins/admin-scope.ts';
import { readAccount } from './accounts.read.ts';
import { mailWelcome } from './welcome.mails.ts';

export async function createUser(
  ctx: MemberCtx,
  body: ParsedInput<typeof createEndpoint>['body'],
  setupCode: SetupCode,
) {
  const { organizationId, role: ownRole, managedGymIds } = ctx.caller;
  const { email, first_name: firstName, last_name: lastName, role, phone } = body;
  // A gym admin manages ordinary members only, so they can't make another admin either.
  if (managesGyms(role) && !isOrgAdmin(ownRole))
    throw fail('access_denied', fieldError('role', 'Only an organization admin adds other admins'));
  const gymIds = body.gym_ids ?? (isOrgAdmin(ownRole) ? [] : managedGymIds);
  refuseUnmanagedGyms(ctx.caller, gymIds, 'gym_ids');
  return ctx.tx(async (tx) => {
    const id = await createAccount(tx, {
      email,
      firstName,
      lastName,
      ...(phone && { phone }),
      setupCodeHash: setupCode.hash,
      joins: { organizationId, role, gymIds },
    });
    await mailWelcome(tx, ctx, { email, firstName, setupCode });
    await audit(tx, ctx, { action: 'user.created', targetType: 'user', targetId: id, data: { role, gym_ids: gymIds } });
    const account = await readAccount(readsOf(tx), { ...adminScope(ctx.caller), id });
    return account!;
  });
}
