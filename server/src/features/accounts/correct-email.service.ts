import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { correctUserEmail as correctEndpoint } from '@spotter/contract/users/accounts.ts';
import { sql } from 'kysely';
import { closeResetLinks } from '#features/logins/index.ts';
import type { SetupCode } from '#features/registration/index.ts';
import { holdsNothingPrivate } from '#features/users/index.ts';
import { run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';
import { change } from './accounts.service.ts';
import { mailWelcome } from './welcome.ts';

const stateStatement = statement('account-to-correct', { organizationId: 'uuid', id: 'uuid' })<{
  was_invited: boolean;
  holds_nothing: boolean;
}>(
  `select u.setup_code_hash is not null as was_invited, ${holdsNothingPrivate} as holds_nothing
  from users u where u.organization_id = $organizationId and u.id = $id`,
);

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
  return change(ctx, id, { version, changed: ['email'] }, async (tx, account) => {
    if (account.is_set_up) throw fail('already_signed_in');
    if (account.email === email) return null;
    const [state] = await run(tx, stateStatement, { organizationId, id });
    if (!state!.holds_nothing) throw fail('private_words_wait');
    await tx
      .updateTable('users')
      .set({
        email,
        email_verified: false,
        email_vouched: false,
        ...(state!.was_invited && {
          setup_code_hash: setupCode.hash,
          setup_code_expires_at: sql`now() + make_interval(days => ${SETUP_CODE_DAYS})`,
        }),
      })
      .where('id', '=', id)
      .execute();
    await closeResetLinks(tx, id);
    await tx.deleteFrom('email_codes').where('user_id', '=', id).execute();
    // Members of an import who were never invited get their mail with the others.
    if (state!.was_invited) await mailWelcome(tx, ctx, { email, firstName: account.first_name, setupCode });
    return { action: 'user.email_corrected' };
  });
}
