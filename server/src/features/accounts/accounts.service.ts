import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { errors } from '@spotter/contract/api/errors.ts';
import { isOrgAdmin, managesGyms, rankOf, roleName } from '@spotter/contract/roles.ts';
import {
  type createUser as createEndpoint,
  type setUserGymAccess as gymAccessEndpoint,
  listUsers as listEndpoint,
  type setUserRole as roleEndpoint,
  type updateUser as updateEndpoint,
} from '@spotter/contract/users/accounts.ts';
import { removeAccount } from '#features/deletion/index.ts';
import { closeResetLinks, endLogins, refuseCommonPassword } from '#features/logins/index.ts';
import { mailBrandOf } from '#features/organizations/index.ts';
import { prepareSetupCode, type SetupCode, setupUrlOf } from '#features/registration/index.ts';
import { createAccount, meUpdated } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import { type AuditEdit, editsOf } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError, refuseOutdated } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { adminScope, refuseUnmanagedGyms } from '#platform/logins/admin-scope.ts';
import { hashPassword } from '#platform/logins/passwords.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { refuseStrangerMail, takeStrangerMail } from '#platform/mail/strangers.ts';
import { linkOrigin } from '#platform/native-apps.ts';
import { passwordResetByStaffMail, passwordSetByStaffMail } from './accounts.mails.ts';
import {
  type AdminUser,
  type Filter,
  readAccount,
  readAccounts,
  readDeletionEffects,
  readStaffName,
} from './accounts.read.ts';
import {
  forgetManagement,
  giveGyms,
  lockManagedAccount,
  resetPassword,
  setDefaultGym,
  takeGymsExcept,
  updateAccount,
} from './accounts.write.ts';
import { mailWelcome } from './welcome.mails.ts';

type Query = ParsedInput<typeof listEndpoint>['query'];

export const filterOf = (query: Partial<Query>): Filter => ({
  search: query.search || null,
  role: query.role ?? null,
  gymId: query.gym_id ?? null,
  isActive: query.is_active ?? null,
  onboardingCompleted: query.onboarding_completed ?? null,
  isSetUp: query.is_set_up ?? null,
  joinedSince: query.joined_since ?? null,
});

export async function listUsers(ctx: MemberCtx, query: Query) {
  if (query.gym_id) refuseUnmanagedGyms(ctx.caller, [query.gym_id]);
  const { page, page_size, order } = query;
  const { count, results } = await readAccounts(ctx.read, {
    ...adminScope(ctx.caller),
    filter: filterOf(query),
    order,
    limit: page_size,
    offset: (page - 1) * page_size,
  });
  return { count, ...numberedLinks(listEndpoint, { query }, count), results };
}

export async function getAdminUser(ctx: MemberCtx, id: string) {
  const account = await readAccount(ctx.read, { ...adminScope(ctx.caller), id });
  if (!account) throw fail('user_not_found');
  return account;
}

export async function getDeletionEffects(ctx: MemberCtx, id: string) {
  const effects = await readDeletionEffects(ctx.read, { ...adminScope(ctx.caller), id });
  if (!effects) throw fail('user_not_found');
  return effects;
}

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

async function explainingRules<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw rules[(error as { constraint?: string } | null)?.constraint ?? '']?.() ?? error;
  }
}

const capital = (word: string | null) => word && word.charAt(0).toUpperCase() + word.slice(1);
const named = (things: readonly { name: string }[]) => things.map(({ name }) => name).join(', ');

/** What staff changed, for the log. */
function accountEdits(before: AdminUser, after: AdminUser): AuditEdit[] {
  const managed = ({ role, gyms, managed_gym_ids }: AdminUser) =>
    role === 'gym_admin' ? named(gyms.filter(({ id }) => managed_gym_ids.includes(id))) : '';
  return editsOf([
    ['First name', before.first_name, after.first_name],
    ['Last name', before.last_name, after.last_name],
    ['Email', before.email, after.email],
    ['Phone', before.phone, after.phone],
    ['Fitness level', capital(before.fitness_level), capital(after.fitness_level)],
    ['Role', roleName(before.role), roleName(after.role)],
    ['Locations', named(before.gyms), named(after.gyms)],
    ['Manages', managed(before), managed(after)],
    ['Home location', before.default_gym?.name, after.default_gym?.name],
    ['Can sign in', before.is_active, after.is_active],
    ['Email verified', before.email_verified, after.email_verified],
    ['Onboarding completed', before.onboarding_completed, after.onboarding_completed],
  ]);
}

/** A change of one account: locked, written, audited, told to the member's own tabs; then the account as it is now. */
export function change(
  ctx: MemberCtx,
  id: string,
  { version, ...told }: { version?: string | undefined; changed: string[] },
  write: (
    tx: Db,
    account: Awaited<ReturnType<typeof lockAccount>>,
  ) => Promise<{ action: AuditAction; data?: object } | null>,
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

export function updateUser(ctx: MemberCtx, { params, body }: ParsedInput<typeof updateEndpoint>) {
  const { version, ...wanted } = body;
  const { id } = params;
  return change(ctx, id, { version, changed: Object.keys(wanted) }, async (tx, account) => {
    const changes = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => value !== account[name as keyof typeof account]),
    );
    const fields = Object.keys(changes);
    if (fields.length === 0) return null;
    await updateAccount(tx, id, changes);
    const turnsOff = changes.is_active === false;
    // After the update, so that the last admin hears the more important reason.
    if (turnsOff && id === ctx.caller.userId) throw fail('not_yourself');
    if (fields.length === 1 && 'is_active' in changes)
      return { action: turnsOff ? 'user.deactivated' : 'user.activated' };
    // Names of fields only: this part of the log outlives the account.
    return { action: 'user.updated', data: { fields } };
  });
}

export async function setUserRole(ctx: MemberCtx, { params, body }: ParsedInput<typeof roleEndpoint>) {
  const { id } = params;
  const { role, version } = body;
  if (rankOf(role) > rankOf(ctx.caller.role)) throw fail('access_denied');
  return change(ctx, id, { version, changed: ['role'] }, async (tx, account) => {
    if (role === account.role) return null;
    await updateAccount(tx, id, { role });
    if (!managesGyms(role)) await forgetManagement(tx, { organizationId: ctx.caller.organizationId, id });
    return { action: 'user.role_changed', data: { before: account.role, role } };
  });
}

export async function setUserGymAccess(ctx: MemberCtx, { params, body }: ParsedInput<typeof gymAccessEndpoint>) {
  const { id } = params;
  const { organizationId } = ctx.caller;
  const { gym_ids, managed_gym_ids, default_gym_id: wanted, version } = body;
  refuseUnmanagedGyms(ctx.caller, gym_ids, 'gym_ids');
  return change(ctx, id, { version, changed: ['accessible_gyms', 'managed_gym_ids'] }, async (tx, account) => {
    const managed = managesGyms(account.role) ? managed_gym_ids : [];
    if (managed.length < managed_gym_ids.length)
      throw fail('validation_failed', fieldError('managed_gym_ids', 'Make them a location admin first'));
    const mayUse = isOrgAdmin(account.role) ? ctx.caller.managedGymIds : gym_ids;
    if (wanted && !mayUse.includes(wanted))
      throw fail('gym_not_found', fieldError('default_gym_id', 'Choose one of their locations'));
    const changed = { organizationId, id };
    await takeGymsExcept(tx, changed, gym_ids);
    // A member's first location doesn't make them a new member: they count from the day they joined.
    const since = account.gyms.length === 0 ? account.created_at : null;
    await giveGyms(tx, changed, { gymIds: gym_ids, managed, since });
    // Losing the default gym leaves the first of the others.
    const kept = account.default_gym && mayUse.includes(account.default_gym.id) ? account.default_gym.id : null;
    const defaultGymId = wanted === undefined ? (kept ?? gym_ids[0] ?? null) : wanted;
    await setDefaultGym(tx, changed, defaultGymId);
    return {
      action: 'user.gym_access_changed',
      data: { before: account.gyms.map((gym) => gym.id), gym_ids, managed_gym_ids: managed },
    };
  });
}

export const verifyUserEmail = (ctx: MemberCtx, id: string) =>
  change(ctx, id, { changed: ['email_verified'] }, async (tx, account) => {
    if (account.email_verified) return null;
    await updateAccount(tx, id, { email_verified: true, email_vouched: true });
    return { action: 'user.email_verified' };
  });

export const completeUserOnboarding = (ctx: MemberCtx, id: string) =>
  change(ctx, id, { changed: ['onboarding_completed'] }, async (tx, account) => {
    if (account.onboarding_completed) return null;
    await updateAccount(tx, id, { onboarding_completed: true });
    return { action: 'user.onboarding_completed' };
  });

export async function deleteUser(ctx: MemberCtx, id: string): Promise<undefined> {
  const { organizationId } = ctx.caller;
  await explainingRules(() =>
    ctx.tx(async (tx) => {
      await lockAccount(tx, ctx, id);
      if (id === ctx.caller.userId) throw fail('not_yourself');
      await audit(tx, ctx, { action: 'user.deleted', targetType: 'user', targetId: id });
      await removeAccount(tx, { userId: id, organizationId });
      ctx.rightsChanged(id);
    }),
  );
}

export async function createUser(
  ctx: MemberCtx,
  body: ParsedInput<typeof createEndpoint>['body'],
  setupCode: SetupCode,
) {
  const { organizationId, role: ownRole, managedGymIds } = ctx.caller;
  const { email, first_name: firstName, last_name: lastName, role, phone } = body;
  // A gym admin manages ordinary members only, so they can't make another admin either.
  if (managesGyms(role) && !isOrgAdmin(ownRole))
    throw fail('access_denied', fieldError('role', 'Only an organization admin adds other admins'));
  const gymIds = body.gym_ids ?? (isOrgAdmin(ownRole) ? [] : managedGymIds);
  refuseUnmanagedGyms(ctx.caller, gymIds, 'gym_ids');
  return ctx.tx(async (tx) => {
    const id = await createAccount(tx, {
      email,
      firstName,
      lastName,
      ...(phone && { phone }),
      setupCodeHash: setupCode.hash,
      joins: { organizationId, role, gymIds },
    });
    await mailWelcome(tx, ctx, { email, firstName, setupCode });
    await audit(tx, ctx, { action: 'user.created', targetType: 'user', targetId: id, data: { role, gym_ids: gymIds } });
    const account = await readAccount(readsOf(tx), { ...adminScope(ctx.caller), id });
    return account!;
  });
}

type NewSecret = { password: string; hash: string } | SetupCode;

/** Hashing is slow, so it happens before the transaction. */
export const prepareReset = async (ctx: MemberCtx, password: string | undefined): Promise<NewSecret> =>
  password === undefined ? prepareSetupCode(ctx.now) : { password, hash: await hashPassword(password) };

/**
 * Staff choose a password, or a setup code is mailed. The old password, its links and every sign-in end. A chosen password
 * opens only an account that nobody has used (see `login`).
 */
export async function resetUserPassword(ctx: MemberCtx, id: string, secret: NewSecret): Promise<undefined> {
  if ('password' in secret) await refuseCommonPassword(secret.password, 'password');
  const { organizationId } = ctx.caller;
  const origin = linkOrigin(ctx.config, organizationId);
  await ctx.tx(async (tx) => {
    const { email, first_name: firstName, is_set_up: isSetUp } = await lockAccount(tx, ctx, id);
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
    const to = { organizationId, email };
    // A member who was here must hear of it, and a setup code is of no use without its mail. Whoever was never here is told
    // their password in person.
    if (isSetUp || !isSet) await refuseStrangerMail(tx, ctx.config, to);
    else if ((await takeStrangerMail(tx, ctx.config, to)) !== null) return ctx.rightsChanged(id);
    const brand = await mailBrandOf(tx, organizationId, ctx.config.PUBLIC_URL);
    const staffName = await readStaffName(readsOf(tx), { organizationId, id: ctx.caller.userId });
    await queueMail(tx, {
      to: email,
      organizationId,
      aboutIds: [ctx.caller.userId],
      ...(isSet
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
    ctx.rightsChanged(id);
  });
}
