import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { correctUserEmail as correctEndpoint } from '@spotter/contract/users/accounts.ts';
import { closeResetLinks } from '#features/logins/index.ts';
import type { SetupCode } from '#features/registration/index.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { changeAccount } from './change-account.service.ts';
import { deleteEmailCodes, readAccountToCorrect, replaceEmail } from './correct-email.repo.ts';
import { mailWelcome } from './welcome.mails.ts';

/**
 * Another email for an account that nobody has used. Its new owner reads what waits in it, so nothing may wait: then a new
 * address opens no more than a new account would. Codes and links that went to the old address stop working.
 */
export function correctUserEmail(
  ctx: MemberCtx,
  { params: { id }, body: { email, version } }: ParsedInput<typeof correctEndpoint>,
  setupCode: SetupCode,
) {
  const { organizationId } = ctx.caller;
  return changeAccount(ctx, id, { version, changed: ['email'] }, async (tx, account) => {
    if (account.is_set_up) throw fail('already_signed_in');
    if (account.email === email) return null;
    const state = await readAccountToCorrect(tx, { organizationId, id });
    if (!state.holds_nothing) throw fail('private_words_wait');
    await replaceEmail(tx, { id, email, setupCodeHash: state.was_invited ? setupCode.hash : null });
    await closeResetLinks(tx, id);
    await deleteEmailCodes(tx, id);
    // Members of an import who were never invited get their mail with the others.
    if (state.was_invited) await mailWelcome(tx, ctx, { email, firstName: account.first_name, setupCode });
    return { action: 'user.email_corrected' };
  });
}
