import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { isOrgAdmin, managesGyms, rankOf } from '@spotter/contract/roles.ts';
import type {
  setUserGymAccess as gymAccessEndpoint,
  setUserRole as roleEndpoint,
  updateUser as updateEndpoint,
} from '@spotter/contract/users/accounts.ts';
import { removeAccount } from '#features/deletion/index.ts';
import { audit } from '#platform/audit.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { refuseUnmanagedGyms } from '#platform/logins/admin-scope.ts';
import { forgetManagement, giveGyms, setDefaultGym, takeGymsExcept, updateAccount } from './accounts.write.ts';
import { changeAccount, explainingRules, lockAccount } from './change-account.service.ts';

export function updateUser(ctx: MemberCtx, { params, body }: ParsedInput<typeof updateEndpoint>) {
  const { version, ...wanted } = body;
  const { id } = params;
  return changeAccount(ctx, id, { version, changed: Object.keys(wanted) }, async (tx, account) => {
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
  return changeAccount(ctx, id, { version, changed: ['role'] }, async (tx, account) => {
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
  return changeAccount(ctx, id, { version, changed: ['accessible_gyms', 'managed_gym_ids'] }, async (tx, account) => {
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
  changeAccount(ctx, id, { changed: ['email_verified'] }, async (tx, account) => {
    if (account.email_verified) return null;
    await updateAccount(tx, id, { email_verified: true, email_vouched: true });
    return { action: 'user.email_verified' };
  });

export const completeUserOnboarding = (ctx: MemberCtx, id: string) =>
  changeAccount(ctx, id, { changed: ['onboarding_completed'] }, async (tx, account) => {
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
