import { enteredGym, enterGym } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { findUsableCode, insertUse, type UsableCode } from './invites.repo.ts';

export async function validateInviteCode(ctx: Ctx<Caller | null>, code: string) {
  const found = await findUsableCode(ctx.db, code, { lock: false });
  if (!found) return { valid: false, error: 'Invalid or expired invite code.' };
  ctx.guessedRight();
  const { organizationId: id, organizationName: name, gyms, faces } = found;
  return { valid: true, organization: { id, name }, organization_id: id, organization_name: name, gyms, faces };
}

/** Throws unless the code is valid now; checked before any costly work for a stranger. */
export async function refuseUnusableCode(db: Db, code: string): Promise<void> {
  if (!(await findUsableCode(db, code, { lock: false }))) throw fail('invite_code_invalid');
}

function chooseGym({ gyms }: UsableCode, asked: string | undefined) {
  if (asked === undefined && gyms.length > 1)
    throw fail('validation_failed', fieldError('gym_id', 'Please select a location'));
  const chosen = asked === undefined ? gyms[0] : gyms.find(({ id }) => id === asked);
  if (!chosen) throw fail('gym_not_found', fieldError('gym_id', 'Please select a location'));
  return chosen;
}

/**
 * Adds a person without a gym by a code. The code's row stays locked until the commit, so its last use goes to one
 * caller.
 */
export async function enterByCode(tx: Db, entry: { userId: string; code: string; gymId: string | undefined }) {
  const { userId, code, gymId } = entry;
  const found = await findUsableCode(tx, code, { lock: true });
  if (!found) throw fail('invite_code_invalid');
  const { organizationId } = found;
  const gym = chooseGym(found, gymId);
  await enterGym(tx, { userId, organizationId, gymId: gym.id });
  await insertUse(tx, { organization_id: organizationId, id: newId(), invite_code_id: found.id, user_id: userId });
  enteredGym(tx, { userId, organizationId });
  return { organization_id: organizationId, organization_name: found.organizationName, gym };
}

export async function redeemInviteCode(ctx: Ctx, body: { code: string; gym_id?: string | undefined }) {
  const { caller } = ctx;
  if (caller.organizationId) throw fail('already_member');
  const joined = await ctx.tx((tx) => enterByCode(tx, { userId: caller.userId, code: body.code, gymId: body.gym_id }));
  ctx.rightsChanged(caller.userId);
  ctx.guessedRight();
  return joined;
}
