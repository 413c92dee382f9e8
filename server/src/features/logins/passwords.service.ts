import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { mailBrandOf } from '#features/organizations/index.ts';
import { confirmIdentity, meUpdated } from '#features/users/index.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import { inTransaction } from '#platform/events/tell.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
import { networkOf } from '#platform/limits.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { hashPassword, isCommonPassword } from '#platform/logins/passwords.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { mayBrandCode } from '#platform/mail/strangers.ts';
import { linkOrigin } from '#platform/native-apps.ts';
import { noteAnswer } from './email-codes.repo.ts';
import { ownPasswordMail, passwordChangedMail, passwordResetMail } from './logins.mails.ts';
import { endLogins } from './logins.repo.ts';
import { signIn } from './open-login.service.ts';
import {
  closeResetLinks,
  countLinks,
  forgetUnprovenKeys,
  insertLink,
  isOpenLink,
  lockAccountByEmail,
  readChangingAccount,
  spendLink,
  storePassword,
} from './passwords.repo.ts';

const RESET_MINUTES = 60;
/** In the lifetime of a link. A mailbox that has got as many holds a link that works. */
const MOST_LINKS = 5;
/** Links requested from one network within an hour; a stranger's next ones wait a second more each, up to the longest delay. */
const FREE_LINKS = 60;
const LONGEST_DELAY_SECONDS = 300;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

export async function refuseCommonPassword(password: string, field: 'password' | 'new_password') {
  if (await isCommonPassword(password))
    throw fail('password_too_common', {
      details: { [field]: ['This password is too common. Please choose another.'] },
    });
}

async function setPassword(tx: Db, userId: string, passwordHash: string, config: Config) {
  const user = await storePassword(tx, userId, passwordHash);
  await closeResetLinks(tx, userId);
  // An address that nobody confirmed may be a stranger's, who has no password here to worry about.
  if (user.is_demo_user || !user.has_answered) return;
  const brand = await mailBrandOf(tx, user.organization_id, config.PUBLIC_URL);
  const resetUrl = `${linkOrigin(config, user.organization_id)}/login?email=${encodeURIComponent(user.email)}&forgot=true`;
  await queueMail(tx, {
    to: user.email,
    organizationId: user.organization_id,
    ...passwordChangedMail({ brand, firstName: user.first_name, resetUrl }),
  });
}

export async function changePassword(
  ctx: Ctx,
  body: { current_password?: string | undefined; provider_token?: string | undefined; new_password: string },
) {
  const { caller } = ctx;
  const account = await readChangingAccount(ctx.db, caller);
  // A sign-in with a password that staff chose opened an account nobody had used. What arrived since is the member's.
  if (account.must_change_password && account.method === 'password' && !account.holds_nothing_private) {
    await mailOwnPasswordLink(ctx, account.email.toLowerCase());
    throw fail('password_link_sent');
  }
  // What ended the last password ended every sign-in too, so the caller has just proven who they are: with a setup code, a
  // provider, or the password to change.
  if (!account.must_change_password)
    await confirmIdentity(ctx, { password: body.current_password, providerToken: body.provider_token });
  await refuseCommonPassword(body.new_password, 'new_password');
  const passwordHash = await hashPassword(body.new_password);
  await ctx.tx(async (tx) => {
    await setPassword(tx, caller.userId, passwordHash, ctx.config);
    await endLogins(tx, { userId: caller.userId, except: caller.loginId }, 'password_changed');
    meUpdated(tx, caller, ['must_change_password', 'has_password', 'logins']);
    ctx.rightsChanged(caller.userId);
  });
}

/**
 * The request does the same with or without an account; only the job looks it up. It is never refused: an attacker on the
 * same Wi-Fi would use up any budget of the address, and the mailed link is the way in past all other limits.
 */
export async function requestPasswordReset(ctx: Ctx<Caller | null>, email: string) {
  await ctx.tx((tx) => enqueue(tx, mailPasswordReset, { email, from: networkOf(ctx.ip) }));
}

/** After a sign-in with a password that staff chose: the member's mailbox gets a link instead. */
export async function mailOwnPasswordLink(ctx: Ctx<Caller | null>, email: string) {
  const payload = { email, from: networkOf(ctx.ip), replacesStaffPassword: true };
  await ctx.tx((tx) => enqueue(tx, mailPasswordReset, payload));
}

export const mailPasswordReset = defineJob({
  name: 'mail_password_reset',
  payload: z.object({
    email: z.string(),
    from: z.string(),
    hasWaited: z.boolean().optional(),
    replacesStaffPassword: z.boolean().optional(),
  }),
  run: (ctx, { email, from, hasWaited, replacesStaffPassword }): Promise<void> =>
    inTransaction(ctx.db, async (tx) => {
      const user = await lockAccountByEmail(tx, email);
      if (!user) return;
      const { recent, open, from_network, is_familiar } = await countLinks(tx, user.id, from);
      // One link a minute, so that repeated requests do not flood a mailbox.
      if (recent > 0 || open >= MOST_LINKS) return;
      if (from_network >= FREE_LINKS && !is_familiar && !hasWaited) {
        const seconds = Math.min(from_network - FREE_LINKS + 1, LONGEST_DELAY_SECONDS);
        const runAt = new Date(ctx.now.getTime() + seconds * 1000);
        return enqueue(tx, mailPasswordReset, { email, from, replacesStaffPassword, hasWaited: true }, { runAt });
      }
      const token = randomBytes(32).toString('base64url');
      await insertLink(tx, { tokenHash: hashOf(token), userId: user.id, from, minutes: RESET_MINUTES });
      const { organization_id: organizationId } = user;
      const isBranded = organizationId && (await mayBrandCode(tx, ctx.config, { organizationId, email: user.email }));
      const shownId = isBranded ? organizationId : null;
      const brand = await mailBrandOf(tx, shownId, ctx.config.PUBLIC_URL);
      const url = `${linkOrigin(ctx.config, shownId)}/login?reset=${token}`;
      await queueMail(tx, {
        to: user.email,
        organizationId: user.organization_id,
        ...(replacesStaffPassword ? ownPasswordMail : passwordResetMail)({
          brand,
          // The address of an account that nobody verified may be a stranger's.
          firstName: user.email_verified ? user.first_name : '',
          url,
          validFor: 'one hour',
        }),
      });
    }),
});

/**
 * Sets the password and signs in: whatever strangers have done to the sign-in form, the owner of the mailbox gets in.
 * The token cannot be guessed, so nothing is counted; a wrong one costs no hash.
 */
export async function confirmPasswordReset(ctx: Ctx<Caller | null>, body: { token: string; new_password: string }) {
  const tokenHash = hashOf(body.token);
  if (!(await isOpenLink(ctx.db, tokenHash))) throw fail('reset_link_invalid');
  await refuseCommonPassword(body.new_password, 'new_password');
  const passwordHash = await hashPassword(body.new_password);
  const userId = await ctx.tx(async (tx) => {
    const userId = await spendLink(tx, tokenHash);
    if (!userId) throw fail('reset_link_invalid');
    await forgetUnprovenKeys(tx, userId);
    await setPassword(tx, userId, passwordHash, ctx.config);
    // The link came by mail, so it verifies the address too.
    await noteAnswer(tx, userId);
    await endLogins(tx, { userId }, 'password_reset');
    ctx.rightsChanged(userId);
    return userId;
  });
  // The new password and the end of all sign-ins hold also when this is refused, as in an organization that is switched off.
  return ctx.tx((tx) => signIn(tx, ctx, { userId, method: 'password', refusal: 'reset_link_invalid', isKnown: true }));
}
