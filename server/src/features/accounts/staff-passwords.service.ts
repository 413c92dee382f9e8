import { closeResetLinks, endLogins, refuseCommonPassword } from '#features/logins/index.ts';
import { mailBrandOf } from '#features/organizations/index.ts';
import { prepareSetupCode, type SetupCode, setupUrlOf } from '#features/registration/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { hashPassword } from '#platform/logins/passwords.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { refuseStrangerMail, takeStrangerMail } from '#platform/mail/strangers.ts';
import { linkOrigin } from '#platform/native-apps.ts';
import { passwordResetByStaffMail, passwordSetByStaffMail } from './accounts.mails.ts';
import { type AdminUser, readStaffName } from './accounts.read.ts';
import { resetPassword } from './accounts.write.ts';
import { lockAccount } from './change-account.service.ts';

export type NewSecret = { password: string; hash: string } | SetupCode;

/** Hashing is slow, so it happens before the transaction. */
export const prepareReset = async (ctx: MemberCtx, password: string | undefined): Promise<NewSecret> =>
  password === undefined ? prepareSetupCode(ctx.now) : { password, hash: await hashPassword(password) };

/**
 * Staff choose a password, or a setup code is mailed. The old password, its links and every sign-in end. A chosen password
 * opens only an account that nobody has used (see `login`).
 */
export async function resetUserPassword(ctx: MemberCtx, id: string, secret: NewSecret): Promise<undefined> {
  if ('password' in secret) await refuseCommonPassword(secret.password, 'password');
  await ctx.tx(async (tx) => {
    const account = await lockAccount(tx, ctx, id);
    // One's own password needs the current one.
    if (id === ctx.caller.userId) throw fail('not_yourself');
    const isSet = 'password' in secret;
    await resetPassword(tx, id, {
      passwordHash: isSet ? secret.hash : null,
      setupCodeHash: isSet ? null : secret.hash,
    });
    await closeResetLinks(tx, id);
    await endLogins(tx, { userId: id }, 'password_reset');
    await audit(tx, ctx, {
      action: 'user.password_reset',
      targetType: 'user',
      targetId: id,
      data: { by: isSet ? 'password' : 'setup_code' },
    });
    const to = { organizationId: ctx.caller.organizationId, email: account.email };
    // A member who was here must hear of it, and a setup code is of no use without its mail. Whoever was never here is told
    // their password in person.
    if (account.is_set_up || !isSet) await refuseStrangerMail(tx, ctx.config, to);
    else if ((await takeStrangerMail(tx, ctx.config, to)) !== null) return ctx.rightsChanged(id);
    await mailReset(tx, ctx, account, secret);
    ctx.rightsChanged(id);
  });
}

async function mailReset(tx: Db, ctx: MemberCtx, account: AdminUser, secret: NewSecret): Promise<void> {
  const { organizationId, userId } = ctx.caller;
  const { email, first_name: firstName, is_set_up: isSetUp } = account;
  const origin = linkOrigin(ctx.config, organizationId);
  const brand = await mailBrandOf(tx, organizationId, ctx.config.PUBLIC_URL);
  const staffName = await readStaffName(readsOf(tx), { organizationId, id: userId });
  await queueMail(tx, {
    to: email,
    organizationId,
    aboutIds: [userId],
    ...('password' in secret
      ? passwordSetByStaffMail({
          brand,
          firstName,
          staffName,
          isSetUp,
          resetUrl: `${origin}/login?email=${encodeURIComponent(email)}&forgot=true`,
        })
      : passwordResetByStaffMail({
          brand,
          firstName,
          staffName,
          setupCode: secret.code,
          setupUrl: setupUrlOf(origin, email),
        })),
  });
}
