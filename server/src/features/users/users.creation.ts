import { errors } from '@spotter/contract/api/errors.ts';
import { managesGyms } from '@spotter/contract/roles.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import { newId } from '#platform/ids.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';
import { meUpdated } from './users.events.ts';

/** Backgrounds for the initials of people without a picture; white is readable on each. */
const avatarColors = ['#7C3AED', '#2563EB', '#0F766E', '#15803D', '#B45309', '#BE123C', '#A21CAF', '#4338CA'];

export const avatarColorOf = (id: string) =>
  avatarColors[Number.parseInt(id.slice(-2), 16) % avatarColors.length] as string;

type NewAccount = {
  email: string;
  /** What the caller's form calls the address, so that the answer names that field. */
  emailField?: string;
  firstName: string;
  lastName: string;
  emailVerified?: boolean;
  /** Absent with a setup code or a provider. */
  passwordHash?: string;
  setupCodeHash?: string;
  phone?: string;
  /** An owner is created with the organization, and staff create accounts inside it; others join a gym by an invite. */
  owns?: { organizationId: string; gymId: string };
  joins?: { organizationId: string; role: string; gymIds: readonly string[] };
};

/** A new account, or `email_taken`: of two concurrent registrations of one address, in any case, the second fails. */
export async function createAccount(tx: Db, account: NewAccount): Promise<string> {
  const { owns, joins } = account;
  const firstGymId = owns?.gymId ?? joins?.gymIds[0] ?? null;
  const id = newId();
  const made = await tx
    .insertInto('users')
    .values({
      id,
      organization_id: owns?.organizationId ?? joins?.organizationId ?? null,
      role: owns ? 'org_admin' : (joins?.role ?? 'regular_user'),
      email: account.email,
      email_verified: account.emailVerified ?? false,
      password_hash: account.passwordHash ?? null,
      setup_code_hash: account.setupCodeHash ?? null,
      setup_code_expires_at: account.setupCodeHash ? sql`now() + make_interval(days => ${SETUP_CODE_DAYS})` : null,
      first_name: account.firstName,
      last_name: account.lastName,
      phone: account.phone || null,
      avatar_color: avatarColorOf(id),
      default_gym_id: firstGymId,
      current_gym_id: firstGymId,
      terms_agreed_at: owns ? sql`now()` : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw fail('email_taken', { details: { [account.emailField ?? 'email']: [errors.email_taken.error] } });
  if (owns) await giveGym(tx, { userId: id, ...owns }, 'manages');
  for (const gymId of joins?.gymIds ?? [])
    await giveGym(
      tx,
      { userId: id, organizationId: joins!.organizationId, gymId },
      managesGyms(joins!.role) ? 'manages' : 'uses',
    );
  return id;
}

type Place = { userId: string; organizationId: string; gymId: string };

/** Adds a gym to a member of the same organization. Invites and links only ever give its use. */
export async function giveGym(tx: Db, place: Place, right: 'uses' | 'manages' = 'uses'): Promise<void> {
  const { userId, organizationId, gymId } = place;
  await tx
    .insertInto('user_gyms')
    .values({ organization_id: organizationId, user_id: userId, gym_id: gymId, manages: right === 'manages' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Makes a person without a gym a member of one. An account belongs to one organization and joins it once. */
export async function enterGym(tx: Db, place: Place): Promise<void> {
  const { userId, organizationId, gymId } = place;
  const entered = await tx
    .updateTable('users')
    .set({ organization_id: organizationId, default_gym_id: gymId, current_gym_id: gymId })
    .where('id', '=', userId)
    .where('organization_id', 'is', null)
    .where('role', '<>', 'super_admin')
    .returning('id')
    .executeTakeFirst();
  if (!entered) throw fail('already_member');
  await giveGym(tx, place);
}

export async function organizationOf(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('organization_id').where('id', '=', userId).executeTakeFirst();
  return row?.organization_id ?? null;
}

/** Tells a person's open tabs that they now have a gym. */
export const enteredGym = (tx: Db, { userId, organizationId }: { userId: string; organizationId: string }) =>
  meUpdated(tx, { userId, organizationId }, ['organization', 'accessible_gyms', 'current_gym', 'default_gym']);
