import { isOrgAdmin, managesGyms } from '@spotter/contract/roles.ts';
import type { OnboardingCompletion, UserInput } from '@spotter/contract/users/users.ts';
import type { z } from 'zod';
import { changeGym, openGym } from '#features/gyms/index.ts';
import { getGymConfig } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { Ctx, MemberCtx } from '#platform/http/handlers.ts';
import { type Member, readCaller } from '#platform/logins/callers.ts';
import { me } from './me.service.ts';
import { meUpdated } from './users.events.ts';
import { changeUser, finishOnboarding, readFirstManagedGym, setBusinessType } from './users.repo.ts';
import { giveGym } from './users-creation.repo.ts';

export async function updateMe(ctx: Ctx, changes: z.output<typeof UserInput>) {
  const { caller } = ctx;
  if (changes.default_gym_id && (caller.emulatedBy || !caller.gymIds.includes(changes.default_gym_id)))
    throw fail('gym_not_found', fieldError('default_gym_id', "We couldn't find this gym."));
  return ctx.tx(async (tx) => {
    if (Object.keys(changes).length > 0) {
      await changeUser(tx, caller.userId, changes);
      meUpdated(tx, caller, Object.keys(changes));
      ctx.rightsChanged(caller.userId);
    }
    return me(readsOf(tx), caller);
  });
}

export async function switchGym(ctx: MemberCtx, gymId: string) {
  const { caller } = ctx;
  if (!caller.gymIds.includes(gymId)) throw fail('gym_not_found');
  return ctx.tx(async (tx) => {
    await changeUser(tx, caller.userId, { current_gym_id: gymId });
    meUpdated(tx, caller, ['current_gym']);
    ctx.rightsChanged(caller.userId);
    return {
      user: await me(readsOf(tx), caller),
      current_gym_id: gymId,
      gym_config: await getGymConfig(tx, caller.organizationId, { gymId }),
    };
  });
}

export async function completeOnboarding(ctx: Ctx, wizard: z.output<typeof OnboardingCompletion>) {
  const { caller } = ctx;
  return ctx.tx(async (tx) => {
    if (!(await finishOnboarding(tx, caller.userId))) throw fail('onboarding_already_completed');
    if (caller.organizationId && managesGyms(caller.role))
      await storeGym(tx, { ...caller, organizationId: caller.organizationId }, wizard);
    meUpdated(tx, caller, ['onboarding_completed', 'accessible_gyms']);
    ctx.rightsChanged(caller.userId);
    const current = await readCaller(readsOf(tx), caller);
    return me(readsOf(tx), current?.caller ?? caller);
  });
}

/**
 * The wizard describes the location that was set up for this admin: an owner's by the registration, a gym admin's by the
 * owner. It never touches a gym the admin only uses. An organization without any location gets its first.
 */
async function storeGym(tx: Db, caller: Member, wizard: z.output<typeof OnboardingCompletion>) {
  const { organizationId, userId } = caller;
  const gym = { name: wizard.location_name, address: wizard.location_address, timezone: wizard.timezone };
  if (isOrgAdmin(caller.role)) await setBusinessType(tx, organizationId, wizard.business_type);
  const ownGymId = await readFirstManagedGym(tx, { organizationId, userId });
  if (ownGymId) await changeGym(tx, organizationId, ownGymId, gym);
  else if (isOrgAdmin(caller.role) && caller.gymIds.length === 0) await createFirstGym(tx, caller, gym);
}

async function createFirstGym(
  tx: Db,
  { organizationId, userId }: Member,
  gym: { name: string; address: string; timezone: string },
) {
  const id = await openGym(tx, { organizationId, ...gym });
  await giveGym(tx, { userId, organizationId, gymId: id }, 'manages');
  await changeUser(tx, userId, { current_gym_id: id, default_gym_id: id });
}
