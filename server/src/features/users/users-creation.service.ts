import { errors } from '@spotter/contract/api/errors.ts';
import { managesGyms } from '@spotter/contract/roles.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { meUpdated } from './users.events.ts';
import { enterOrganization, giveGym, insertAccount, type Membership } from './users-creation.repo.ts';

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
  /** Belongs to the platform and to no organization. */
  isSuperAdmin?: boolean;
};

/** A new account, or `email_taken`: of two concurrent registrations of one address, in any case, the second fails. */
export async function createAccount(tx: Db, account: NewAccount): Promise<string> {
  const { owns, joins } = account;
  const firstGymId = owns?.gymId ?? joins?.gymIds[0] ?? null;
  const id = newId();
  const isNew = await insertAccount(tx, {
    id,
    organizationId: owns?.organizationId ?? joins?.organizationId ?? null,
    role: account.isSuperAdmin ? 'super_admin' : owns ? 'org_admin' : (joins?.role ?? 'regular_user'),
    email: account.email,
    emailVerified: account.emailVerified ?? false,
    passwordHash: account.passwordHash ?? null,
    setupCodeHash: account.setupCodeHash ?? null,
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone || null,
    avatarColor: avatarColorOf(id),
    gymId: firstGymId,
    hasAgreed: owns !== undefined,
  });
  if (!isNew) throw fail('email_taken', fieldError(account.emailField ?? 'email', errors.email_taken.error));
  if (owns) await giveGym(tx, { userId: id, ...owns }, 'manages');
  for (const gymId of joins?.gymIds ?? [])
    await giveGym(
      tx,
      { userId: id, organizationId: joins!.organizationId, gymId },
      managesGyms(joins!.role) ? 'manages' : 'uses',
    );
  return id;
}

/** Makes a person without a gym a member of one. An account belongs to one organization and joins it once. */
export async function enterGym(tx: Db, place: Membership): Promise<void> {
  if (!(await enterOrganization(tx, place))) throw fail('already_member');
  await giveGym(tx, place);
}

/** Tells a person's open tabs that they now have a gym. */
export const enteredGym = (tx: Db, { userId, organizationId }: { userId: string; organizationId: string }) =>
  meUpdated(tx, { userId, organizationId }, ['organization', 'accessible_gyms', 'current_gym', 'default_gym']);
