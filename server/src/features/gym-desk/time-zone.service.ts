import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { previewGymTimezone as previewEndpoint } from '@spotter/contract/gyms/gyms.ts';
import { actorOf, lockSessions, moveSession } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { learnZones } from '#platform/db/zones.ts';
import { fieldError, refuseOutdated } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { sessionsVersion } from './affected.service.ts';
import { lockGyms } from './schedule-change.service.ts';
import { sessionsInZone, setTimezone } from './time-zone.repo.ts';

const SHOWN = 100;

export function previewGymTimezone(ctx: MemberCtx, { params, body }: ParsedInput<typeof previewEndpoint>) {
  const { organizationId } = ctx.caller;
  return ctx.tx(async (tx) => {
    await lockGyms(tx, ctx, [params.id]);
    const moved = await sessionsInZone(tx, organizationId, params.id, body.timezone);
    return { version: sessionsVersion(moved), count: moved.length, sessions: moved.slice(0, SHOWN) };
  });
}

type Changing = { gym: { id: string }; timezone: string; version: string | undefined };

/** Gives a locked gym another zone. Sessions and series keep their time on the wall; returns how many move in fact. */
export async function changeTimezone(tx: Db, { caller }: MemberCtx, { gym, timezone, version }: Changing) {
  const { organizationId } = caller;
  const moved = await sessionsInZone(tx, organizationId, gym.id, timezone);
  refuseOutdated(
    version,
    sessionsVersion(moved),
    fieldError('timezone', 'The sessions that move have changed. Check them and save again.'),
  );
  await learnZones(tx, [timezone]);
  await setTimezone(tx, organizationId, gym.id, timezone);
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
