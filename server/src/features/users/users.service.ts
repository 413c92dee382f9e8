import { isOrgAdmin, managesGyms } from '@spotter/contract/roles.ts';
import type { OnboardingCompletion, UserInput } from '@spotter/contract/users.ts';
import type { z } from 'zod';
import { getGymConfig } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx, MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Member } from '#platform/logins/callers.ts';
import { meUpdated } from './users.events.ts';
import { me } from './users.repo.ts';

export async function updateMe(ctx: Ctx, changes: z.output<typeof UserInput>) {
  const { caller } = ctx;
  if (changes.default_gym_id && (caller.emulatedBy || !caller.gymIds.includes(changes.default_gym_id)))
    throw fail('gym_not_found', { details: { default_gym_id: ['This gym could not be found.'] } });
  return ctx.tx(async (tx) => {
    if (Object.keys(changes).length > 0) {
      await tx.updateTable('users').set(changes).where('id', '=', caller.userId).execute();
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
    await tx.updateTable('users').set({ current_gym_id: gymId }).where('id', '=', caller.userId).execute();
    meUpdated(tx, caller, ['current_gym']);
    ctx.rightsChanged(caller.userId);
    return {
      user: await me(readsOf(tx), caller),
      current_gym_id: gymId,
      gym_config: await getGymConfig(tx, caller.organizationId),
    };
  });
}

export async function completeOnboarding(ctx: Ctx, wizard: z.output<typeof OnboardingCompletion>) {
  const { caller } = ctx;
  return ctx.tx(async (tx) => {
    if (caller.organizationId && managesGyms(caller.role))
      await storeFirstLocation(tx, { ...caller, organizationId: caller.organizationId }, wizard);
    await tx.updateTable('users').set({ onboarding_completed: true }).where('id', '=', caller.userId).execute();
    meUpdated(tx, caller, ['onboarding_completed', 'accessible_gyms']);
    ctx.rightsChanged(caller.userId);
    const gyms = await tx
      .selectFrom('gyms')
      .select('id')
      .where('organization_id', '=', caller.organizationId)
      .execute();
    const gymIds = isOrgAdmin(caller.role) ? gyms.map(({ id }) => id) : caller.gymIds;
    return me(readsOf(tx), { ...caller, gymIds });
  });
}

/** The wizard describes the admin's current location, or else the organization's first. */
async function storeFirstLocation(tx: Db, caller: Member, wizard: z.output<typeof OnboardingCompletion>) {
  const { organizationId } = caller;
  const location = { name: wizard.location_name, address: wizard.location_address, timezone: wizard.timezone };
  if (isOrgAdmin(caller.role))
    await tx
      .updateTable('organizations')
      .set({ business_type: wizard.business_type })
      .where('id', '=', organizationId)
      .execute();
  const gym = await tx
    .selectFrom('gyms')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(
      'id',
      'in',
      caller.currentGymId ? [caller.currentGymId] : caller.gymIds.length > 0 ? caller.gymIds : [newId()],
    )
    .orderBy('created_at')
    .forUpdate()
    .executeTakeFirst();
  if (!gym && !isOrgAdmin(caller.role)) throw fail('gym_not_found');
  const id = gym?.id ?? newId();
  if (gym)
    await tx
      .updateTable('gyms')
      .set(location)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  else
    await tx
      .insertInto('gyms')
      .values({ id, organization_id: organizationId, ...location })
      .execute();
  await tx
    .updateTable('users')
    .set(({ fn, ref, val }) => ({
      current_gym_id: fn.coalesce(ref('current_gym_id'), val(id)),
      default_gym_id: fn.coalesce(ref('default_gym_id'), val(id)),
    }))
    .where('id', '=', caller.userId)
    .execute();
}
