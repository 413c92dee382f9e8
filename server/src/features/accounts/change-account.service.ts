import { errors } from '@spotter/contract/api/errors.ts';
import { meUpdated } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError, refuseOutdated } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import { type AdminUser, readAccount } from './accounts.read.ts';
import { lockManagedAccount } from './accounts.write.ts';
import { accountEdits } from './accounts-edits.words.ts';

/** The account as it is now, locked until the commit; throws unless the caller manages it. */
export async function lockAccount(tx: Db, { caller }: MemberCtx, id: string, seenVersion?: string) {
  const values = { ...adminScope(caller), id };
  const account = (await lockManagedAccount(tx, values)) ? await readAccount(readsOf(tx), values) : undefined;
  if (!account) throw fail('user_not_found');
  // The client shows what the other admin wrote beside what this one wants.
  refuseOutdated(seenVersion, account.version, { also: { current: account } });
  return account;
}

/** Rules that the database holds, also when two changes are made at once. */
const rules: Record<string, () => Error> = {
  users_last_org_admin: () => fail('last_org_admin'),
  users_email: () => fail('email_taken', fieldError('email', errors.email_taken.error)),
};

export async function explainingRules<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw rules[(error as { constraint?: string } | null)?.constraint ?? '']?.() ?? error;
  }
}

/** A change of one account: locked, written, audited, told to the member's own tabs; then the account as it is now. */
export function changeAccount(
  ctx: MemberCtx,
  id: string,
  { version, ...told }: { version?: string | undefined; changed: string[] },
  write: (tx: Db, account: AdminUser) => Promise<{ action: AuditAction; data?: object } | null>,
) {
  return explainingRules(() =>
    ctx.tx(async (tx) => {
      const account = await lockAccount(tx, ctx, id, version);
      const done = await write(tx, account);
      // The change itself may have taken the member out of the caller's reach.
      const changed = (await readAccount(readsOf(tx), { ...adminScope(ctx.caller), id })) ?? account;
      if (done) {
        await audit(tx, ctx, { ...done, targetType: 'user', targetId: id, edits: accountEdits(account, changed) });
        meUpdated(tx, { userId: id, organizationId: ctx.caller.organizationId }, told.changed);
        ctx.rightsChanged(id);
      }
      return changed;
    }),
  );
}
