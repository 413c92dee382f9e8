import { holdsNothingPrivate } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';

const stateStatement = statement('account-to-correct', { organizationId: 'uuid', id: 'uuid' })<{
  was_invited: boolean;
  holds_nothing: boolean;
}>(
  `select u.setup_code_hash is not null as was_invited, ${holdsNothingPrivate} as holds_nothing
  from users u where u.organization_id = $organizationId and u.id = $id`,
);

export async function readAccountToCorrect(tx: Db, values: { organizationId: string; id: string }) {
  const [state] = await run(tx, stateStatement, values);
  return state!;
}

const emailStatement = statement('replace-email', { id: 'uuid', email: 'text', setupCodeHash: 'text?' })(
  `update users set email = $email, email_verified = false, email_vouched = false,
    setup_code_hash = coalesce($setupCodeHash, setup_code_hash),
    setup_code_expires_at = case when $setupCodeHash is null then setup_code_expires_at
      else now() + make_interval(days => ${SETUP_CODE_DAYS}) end
  where id = $id`,
);

/** An email that nobody has verified, with a new setup code if one is given. */
export async function replaceEmail(
  tx: Db,
  values: { id: string; email: string; setupCodeHash: string | null },
): Promise<void> {
  await run(tx, emailStatement, values);
}

export async function deleteEmailCodes(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('email_codes').where('user_id', '=', userId).execute();
}
