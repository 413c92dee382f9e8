import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { getGymClosing as closingEndpoint, deleteGym as deleteEndpoint } from '@spotter/contract/gyms/gyms.ts';
import { changeGym } from '#features/gyms/index.ts';
import { endSeries } from '#features/sessions/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { sessionsLeaving } from './affected.repo.ts';
import { SHOWN, settleSessions, shown } from './affected.service.ts';
import {
  lockOpenSeries,
  moveMembers,
  moveSeries,
  readClosingCounts,
  readUpcomingGyms,
  type Series,
  takeGymFromAll,
} from './closing.repo.ts';
import { lockGyms } from './schedule-change.service.ts';

const countsOf = async (tx: Db, organizationId: string, gymId: string) => {
  const counts = await readClosingCounts(tx, organizationId, gymId);
  if (!counts) throw fail('gym_not_found');
  return counts;
};

export function getGymClosing({ db, caller }: MemberCtx, { params, query }: ParsedInput<typeof closingEndpoint>) {
  const { organizationId } = caller;
  return readClosing(db, organizationId, params.id, query.new_gym_id ?? null);
}

async function readClosing(db: Db, organizationId: string, gymId: string, newGymId: string | null) {
  const counts = await countsOf(db, organizationId, gymId);
  if (newGymId && !counts.other_gyms.some(({ id }) => id === newGymId)) throw fail('gym_not_found');
  return { ...counts, sessions: shown(await sessionsLeaving(db, { organizationId, gymId, newGymId, timed: SHOWN })) };
}

/**
 * Closes a gym: upcoming sessions are moved or cancelled, its members and invite codes go to another one. Past sessions
 * and what they tell stay.
 */
export async function deleteGym(ctx: MemberCtx, { params: { id }, body }: ParsedInput<typeof deleteEndpoint>) {
  const { organizationId } = ctx.caller;
  const { new_gym_id: newGymId, sessions: decisions } = body;
  await ctx.tx(async (tx) => {
    // Series before gyms, as the job that continues them locks.
    const series = await lockOpenSeries(tx, organizationId, id);
    const gyms = await lockGyms(tx, ctx, newGymId && newGymId !== id ? [id, newGymId] : [id]);
    const counts = await countsOf(tx, organizationId, id);
    if (counts.other_gyms.length === 0) throw fail('last_gym');
    if (counts.only_here_count + counts.invite_codes_count > 0 && (!newGymId || newGymId === id))
      throw fail('validation_failed', fieldError('new_gym_id', 'Choose where the members go'));
    if (newGymId) await moveMembers(tx, { organizationId, from: id, to: newGymId });

    const affected = await sessionsLeaving(tx, { organizationId, gymId: id, newGymId: newGymId ?? null, timed: null });
    const left = decisions ? [decisions.others, ...decisions.choices.map(({ action }) => action)] : ['keep'];
    if (affected.length > 0 && left.includes('keep')) throw fail('gym_has_sessions');
    const settled = await settleSessions(tx, ctx, {
      affected,
      decisions,
      // A closed gym has no sessions.
      canFollow: false,
      ...(newGymId && { gymId: newGymId }),
    });
    await settleSeries(tx, { organizationId, series, gymId: id });

    await takeGymFromAll(tx, organizationId, id);
    await changeGym(tx, organizationId, id, { is_active: false });
    const { name } = gyms.find((gym) => gym.id === id)!;
    await audit(tx, ctx, {
      action: 'gym.closed',
      targetType: 'gym',
      targetId: id,
      data: { name, new_gym_id: newGymId ?? null, members: counts.members_count, sessions: settled },
    });
    tell(tx, { scope: organizationId, type: 'gym.deleted', data: { gym_id: id }, to: 'everyone' });
    ctx.rightsChanged(ctx.caller.userId);
  });
  return undefined;
}

type Ending = { organizationId: string; gymId: string; series: Series[] };

/** A series goes where its sessions went, if they went to one place; otherwise it ends. */
async function settleSeries(tx: Db, { organizationId, gymId, series }: Ending): Promise<void> {
  for (const one of series) {
    const gyms = await readUpcomingGyms(tx, organizationId, one.id);
    const [gym, ...others] = gyms;
    if (!gym || others.length > 0 || gym.id === gymId) await endSeries(tx, one);
    else await moveSeries(tx, one, gym);
  }
}
