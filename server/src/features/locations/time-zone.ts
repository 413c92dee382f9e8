import type { ParsedInput, Returns } from '@spotter/contract/api/endpoint.ts';
import type { previewGymTimezone as previewEndpoint } from '@spotter/contract/gyms/gyms.ts';
import { actorOf, lockSessions, moveSession } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, statement } from '#platform/db/statement.ts';
import { learnZones } from '#platform/db/zones.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { versionOf } from './affected.ts';
import { lockGyms } from './schedule-change.ts';

type Shifted = Returns<typeof previewEndpoint>['sessions'][number];

// A session that would have begun already keeps its moment.
const shiftedStatement = statement('sessions-in-new-zone', {
  organizationId: 'uuid',
  gymId: 'uuid',
  timezone: 'text',
})<Shifted>(
  `select s.id, s.title, json_build_object('id', g.id, 'name', g.name) as gym, g.timezone,
    ${instantSql('s.starts_at')} as starts_at, s.duration_minutes, s.current_participants as participants_count,
    s.series_id, $timezone as new_timezone, ${instantSql('t.starts')} as moves_to
  from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id,
    lateral (select (s.starts_at at time zone g.timezone) at time zone $timezone as starts) t
  where s.organization_id = $organizationId and s.gym_id = $gymId and s.status = 'active' and s.starts_at > now()
    and t.starts <> s.starts_at and t.starts > now()
  order by s.starts_at, s.id`,
);

/** The upcoming sessions that keep their time on the wall in another zone, and so move in fact. */
const sessionsInZone = (tx: Db, organizationId: string, gymId: string, timezone: string) =>
  run(tx, shiftedStatement, { organizationId, gymId, timezone });

const SHOWN = 100;

export function previewGymTimezone(ctx: MemberCtx, { params, body }: ParsedInput<typeof previewEndpoint>) {
  const { organizationId, managedGymIds } = ctx.caller;
  if (!managedGymIds.includes(params.id)) throw fail('gym_not_found');
  return ctx.tx(async (tx) => {
    await lockGyms(tx, ctx, [params.id]);
    const moved = await sessionsInZone(tx, organizationId, params.id, body.timezone);
    return { version: versionOf(moved), count: moved.length, sessions: moved.slice(0, SHOWN) };
  });
}

type Changing = { gym: { id: string }; timezone: string; version: string | undefined };

/** Gives a locked gym another zone. Sessions and series keep their time on the wall; returns how many move in fact. */
export async function changeTimezone(tx: Db, { caller }: MemberCtx, { gym, timezone, version }: Changing) {
  const { organizationId } = caller;
  const moved = await sessionsInZone(tx, organizationId, gym.id, timezone);
  if (version !== undefined && version !== versionOf(moved)) throw fail('changed_meanwhile');
  await learnZones(tx, [timezone]);
  await tx
    .updateTable('gyms')
    .set({ timezone })
    .where('organization_id', '=', organizationId)
    .where('id', '=', gym.id)
    .execute();
  await tx
    .updateTable('session_series')
    .set({ timezone })
    .where('organization_id', '=', organizationId)
    .where('gym_id', '=', gym.id)
    .where('ended_at', 'is', null)
    .execute();
  lockSessions(tx, { organizationId, sessionIds: moved.map(({ id }) => id) });
  for (const { id: sessionId, moves_to } of moved)
    await moveSession(tx, {
      organizationId,
      sessionId,
      startsAt: new Date(moves_to),
      actorId: actorOf(caller),
      anyTime: true,
    });
  return moved.length;
}
