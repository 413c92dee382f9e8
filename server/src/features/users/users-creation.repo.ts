import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';

type NewAccount = {
  id: string;
  organizationId: string | null;
  role: string;
  email: string;
  emailVerified: boolean;
  passwordHash: string | null;
  setupCodeHash: string | null;
  firstName: string;
  lastName: string;
  phone: string | null;
  avatarColor: string;
  gymId: string | null;
  hasAgreed: boolean;
};

const insertStatement = statement('insert-account', {
  id: 'uuid',
  organizationId: 'uuid?',
  role: 'text',
  email: 'text',
  emailVerified: 'boolean',
  passwordHash: 'text?',
  setupCodeHash: 'text?',
  firstName: 'text',
  lastName: 'text',
  phone: 'text?',
  avatarColor: 'text',
  gymId: 'uuid?',
  hasAgreed: 'boolean',
})<object>(
  `insert into users (id, organization_id, role, email, email_verified, password_hash, setup_code_hash,
    setup_code_expires_at, first_name, last_name, phone, avatar_color, default_gym_id, current_gym_id, terms_agreed_at,
    onboarding_completed)
  values ($id, $organizationId, $role, $email, $emailVerified, $passwordHash, $setupCodeHash,
    case when $setupCodeHash is not null then now() + make_interval(days => ${SETUP_CODE_DAYS}) end,
    $firstName, $lastName, $phone, $avatarColor, $gymId, $gymId, case when $hasAgreed then now() end,
    $role = 'super_admin')
  on conflict do nothing returning id`,
);

/** False if the email is taken. */
export async function insertAccount(tx: Db, account: NewAccount): Promise<boolean> {
  return (await run(tx, insertStatement, account)).length > 0;
}

export type Membership = { userId: string; organizationId: string; gymId: string };

/** Adds a gym to a member of the same organization. Invites and links only ever give its use. */
export async function giveGym(tx: Db, place: Membership, right: 'uses' | 'manages' = 'uses'): Promise<void> {
  const { userId, organizationId, gymId } = place;
  await tx
    .insertInto('user_gyms')
    .values({ organization_id: organizationId, user_id: userId, gym_id: gymId, manages: right === 'manages' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const enterStatement = statement('enter-organization', {
  userId: 'uuid',
  organizationId: 'uuid',
  gymId: 'uuid',
})<object>(
  `update users set organization_id = $organizationId, default_gym_id = $gymId, current_gym_id = $gymId
  where id = $userId and organization_id is null and role <> 'super_admin' returning id`,
);

/** False unless this is a person without an organization. */
export const enterOrganization = async (tx: Db, place: Membership): Promise<boolean> =>
  (await run(tx, enterStatement, place)).length > 0;

export async function organizationOf(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('organization_id').where('id', '=', userId).executeTakeFirst();
  return row?.organization_id ?? null;
}
