import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type createSuperUser as createEndpoint,
  listSuperUsers as listEndpoint,
} from '@spotter/contract/desk/super-users.ts';
import { lockHolders, removeAccount } from '#features/deletion/index.ts';
import { type SetupCode, setupUrlOf, welcomeMail } from '#features/registration/index.ts';
import { createAccount } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { spotterBrand } from '#platform/mail/layout.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { readSuperUser, readSuperUsers, type SuperUser } from './super-users.repo.ts';

export async function listSuperUsers({ read }: Ctx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size: limit } = query;
  const { count, results } = await readSuperUsers(read, { limit, offset: (page - 1) * limit });
  return { count, ...numberedLinks(listEndpoint, { query }, count), results };
}

type New = ParsedInput<typeof createEndpoint>['body'];

/** Creates a super admin, who signs in with the mailed setup code. */
export function createSuperUser(
  ctx: Ctx,
  { email, first_name: firstName, last_name: lastName }: New,
  { code, hash }: SetupCode,
): Promise<SuperUser> {
  const setupUrl = setupUrlOf(ctx.config.PUBLIC_URL, email);
  return ctx.tx(async (tx) => {
    const id = await createAccount(tx, { email, firstName, lastName, setupCodeHash: hash, isSuperAdmin: true });
    await audit(tx, ctx, { action: 'super_user.created', targetType: 'user', targetId: id, data: { email } });
    await queueMail(tx, { to: email, ...welcomeMail({ brand: spotterBrand, firstName, setupCode: code, setupUrl }) });
    return (await readSuperUser(tx, id))!;
  });
}

/** Removes another super admin with their account. They are out at the next call. */
export async function deleteSuperUser(ctx: Ctx, id: string): Promise<undefined> {
  if (id === ctx.caller.userId) throw fail('not_yourself');
  await ctx.tx(async (tx) => {
    // Locked, so that two who remove each other don't leave nobody.
    const holders = await lockHolders(tx, { role: 'super_admin', organizationId: null });
    const removed = await readSuperUser(tx, id);
    if (!removed) throw fail('user_not_found');
    if (!holders.some((holder) => holder !== id)) throw fail('last_super_admin');
    await audit(tx, ctx, {
      action: 'super_user.removed',
      targetType: 'user',
      targetId: id,
      data: { email: removed.email },
    });
    await removeAccount(tx, { userId: id, organizationId: null });
    ctx.rightsChanged(id);
  });
}
