import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { getGymClosing as closingEndpoint, deleteGym as deleteEndpoint } from '@spotter/contract/gyms/gyms.ts';
import { sql } from 'kysely';
import { endSeries } from '#features/sessions/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { SHOWN, sessionsLeaving, settleSessions, shown } from './affected.ts';
import { lockGyms } from './schedule-change.ts';

type Counts = {
  members_count: number;
  only_here_count: number;
  gym_admins_count: number;
  invite_codes_count: number;
  other_gyms: { id: string; name: string }[];
};

const countsStatement = statement('gym-closing', { organizationId: 'uuid', gymId: 'uuid' })<Counts>(
  `select (select count(*)::int from users u where u.organization_id = g.organization_id and u.is_active
      and u.default_gym_id = g.id) as members_count,
    (select count(*)::int from user_gyms ug join users u on u.id = ug.user_id and u.is_active and u.role <> 'org_admin'
      where ug.organization_id = g.organization_id and ug.gym_id = g.id and not exists (
        select from user_gyms o join gyms og on og.organization_id = o.organization_id and og.id = o.gym_id and og.is_active
        where o.organization_id = ug.organization_id and o.user_id = ug.user_id and o.gym_id <> g.id)) as only_here_count,
    (select count(*)::int from user_gyms ug join users u on u.id = ug.user_id and u.is_active and u.role = 'gym_admin'
      where ug.organization_id = g.organization_id and ug.gym_id = g.id and ug.manages) as gym_admins_count,
    (select count(*)::int from invite_codes c where c.organization_id = g.organization_id and c.gym_id = g.id
      and c.is_active) as invite_codes_count,
    coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name) order by lower(o.name), o.id) from gyms o
      where o.organization_id = g.organization_id and o.is_active and o.id <> g.id), '[]') as other_gyms
  from gyms g where g.organization_id = $organizationId and g.id = $gymId and g.is_active`,
);

const countsOf = async (tx: Db, organizationId: string, gymId: string) => {
  const [counts] = await run(tx, countsStatement, { organizationId, gymId });
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
    const series = await lockSeries(tx, organizationId, id);
    const gyms = await lockGyms(tx, ctx, newGymId && newGymId !== id ? [id, newGymId] : [id]);
    const counts = await countsOf(tx, organizationId, id);
    if (counts.other_gyms.length === 0) throw fail('last_gym');
    if (counts.only_here_count + counts.invite_codes_count > 0 && (!newGymId || newGymId === id))
      throw fail('validation_failed', { details: { new_gym_id: ['Choose where the members go'] } });
    if (newGymId) await moveMembers(tx, { organizationId, from: id, to: newGymId });

    const affected = await sessionsLeaving(tx, { organizationId, gymId: id, newGymId: newGymId ?? null, timed: null });
    const left = decisions ? [decisions.others, ...decisions.choices.map(({ action }) => action)] : ['keep'];
    if (affected.length > 0 && left.includes('keep')) throw fail('gym_has_sessions');
    const settled = await settleSessions(tx, ctx, {
      affected,
      decisions,
      ...(newGymId && { gymId: newGymId }),
    });
    await settleSeries(tx, { organizationId, series, gymId: id });

    await tx.deleteFrom('user_gyms').where('organization_id', '=', organizationId).where('gym_id', '=', id).execute();
    await tx
      .updateTable('gyms')
      .set({ is_active: false })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
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

const lockSeries = (tx: Db, organizationId: string, gymId: string) =>
  tx
    .selectFrom('session_series')
    .select(['organization_id', 'id'])
    .where('organization_id', '=', organizationId)
    .where('gym_id', '=', gymId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

type Move = { organizationId: string; from: string; to: string };

/** Everyone who trains at one gym may train at the other; a home, a current gym and invite codes follow. */
async function moveMembers(tx: Db, { organizationId, from, to }: Move): Promise<void> {
  await sql`insert into user_gyms (organization_id, user_id, gym_id)
    select organization_id, user_id, ${to} from user_gyms where organization_id = ${organizationId} and gym_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`update users set default_gym_id = case when default_gym_id = ${from} then ${to} else default_gym_id end,
      current_gym_id = case when current_gym_id = ${from} then ${to} else current_gym_id end
    where organization_id = ${organizationId} and ${from} in (default_gym_id, current_gym_id)`.execute(tx);
  await sql`update invite_codes set gym_id = ${to} where organization_id = ${organizationId} and gym_id = ${from}`.execute(
    tx,
  );
}

type Ending = { organizationId: string; gymId: string; series: { organization_id: string; id: string }[] };

/** A series goes where its sessions went, if they went to one place; otherwise it ends. */
async function settleSeries(tx: Db, { organizationId, gymId, series }: Ending): Promise<void> {
  for (const one of series) {
    const gyms = await tx
      .selectFrom('sessions as s')
      .innerJoin('gyms as g', (on) =>
        on.onRef('g.organization_id', '=', 's.organization_id').onRef('g.id', '=', 's.gym_id'),
      )
      .select(['g.id', 'g.timezone'])
      .distinct()
      .where('s.organization_id', '=', organizationId)
      .where('s.series_id', '=', one.id)
      .where('s.status', '=', 'active')
      .where('s.starts_at', '>', sql<Date>`now()`)
      .execute();
    const [gym, ...others] = gyms;
    if (!gym || others.length > 0 || gym.id === gymId) await endSeries(tx, one);
    else
      await tx
        .updateTable('session_series')
        .set({ gym_id: gym.id, timezone: gym.timezone })
        .where('organization_id', '=', organizationId)
        .where('id', '=', one.id)
        .execute();
  }
}
