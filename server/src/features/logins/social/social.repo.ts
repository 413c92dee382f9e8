import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { Provider } from '#platform/logins/providers.ts';

type Identity = { issuer: string; subject: string };

/** The account that an identity of this provider opens. */
export async function findLinkedUser(
  db: Db,
  { issuer, subject, provider }: Identity & { provider: Provider },
): Promise<string | undefined> {
  const linked = await db
    .selectFrom('social_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return linked?.user_id;
}

const emailStatement = statement('email-has-account', { email: 'text' })<object>(
  'select id from users where lower(email) = $email',
);

export async function hasAccount(db: Db, email: string): Promise<boolean> {
  return (await run(db, emailStatement, { email })).length > 0;
}

type NewIdentity = Identity & { email: string; provider: Provider; user_id: string };

/** False if the identity has an account already, or the account an identity of this provider. */
export async function insertIdentity(tx: Db, identity: NewIdentity): Promise<boolean> {
  const linked = await tx
    .insertInto('social_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return linked !== undefined;
}

export async function readIdentityOwner(tx: Db, { issuer, subject }: Identity): Promise<string | undefined> {
  const owner = await tx
    .selectFrom('social_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return owner?.user_id;
}

export async function lockUser(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}

export async function deleteIdentity(tx: Db, userId: string, provider: Provider): Promise<void> {
  await tx.deleteFrom('social_identities').where('user_id', '=', userId).where('provider', '=', provider).execute();
}

const methodsStatement = statement('sign-in-methods', { userId: 'uuid' })<{
  password_hash: string | null;
  provider: Provider | null;
}>(
  `select u.password_hash, s.provider from users u left join social_identities s on s.user_id = u.id
  where u.id = $userId`,
);

/** A row for each linked provider, at least one. */
export const readSignInMethods = (db: Db, userId: string) => run(db, methodsStatement, { userId });

/** False if it was spent before. */
export async function insertSpentProof(tx: Db, proof: { proof_id: string; expires_at: Date }): Promise<boolean> {
  const spent = await tx
    .insertInto('spent_proofs')
    .values(proof)
    .onConflict((conflict) => conflict.column('proof_id').doNothing())
    .returning('proof_id')
    .executeTakeFirst();
  return spent !== undefined;
}
