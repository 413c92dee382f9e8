import type { SessionInput } from '@spotter/contract/sessions/sessions.ts';
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { readsOf } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { createSeries, planSeries } from './series/series.create.ts';
import type { Made } from './series/series.make.ts';
import { findInvited, refuseForeignGym, refuseTime, refuseType, zoneOf } from './session-checks.ts';
import { readSession } from './sessions.detail.ts';
import { sessionsCreated } from './sessions.events.ts';
import { readerOf } from './sessions.service.ts';
import { newShareToken } from './sharing/sharing.token.ts';
import { endOf, readSpan } from './times/session-times.ts';

type Input = z.output<typeof SessionInput>;

export async function createSession(ctx: MemberCtx, body: Input, inOwnZone: boolean) {
  const { organizationId, userId, currentGymId, gymIds } = ctx.caller;
  const gymId = body.gym_id ?? currentGymId ?? gymIds[0];
  refuseForeignGym(ctx.caller, gymId);
  return ctx.tx(async (tx) => {
    const { timezone, now } = await zoneOf(tx, organizationId, gymId);
    const span = readSpan(body, timezone);
    const { minutes } = span;
    const plan = body.repeat_rule ? planSeries(body.repeat_rule, span.startsAt, timezone) : null;
    const { startsAt } = plan ?? span;
    await refuseTime(tx, { organizationId, gymId, startsAt, minutes, now });
    await refuseType(tx, organizationId, body.session_type_id, body.workout_type);
    const userIds = body.invited_user_ids ?? [];
    const invited = await findInvited(tx, { organizationId, gymId, hostId: userId, userIds });

    const values = {
      organization_id: organizationId,
      gym_id: gymId,
      creator_id: userId,
      session_type_id: body.session_type_id,
      workout_type: body.workout_type,
      title: body.title,
      description: body.description,
      max_participants: body.max_participants,
      fitness_level_min: body.fitness_level_min,
      fitness_level_max: body.fitness_level_max,
      gender_preference: body.gender_preference,
    };
    const made = plan
      ? await createSeries(tx, { values, plan, zone: timezone, minutes })
      : [await insertSession(tx, values, startsAt, minutes)];
    const { sessionId } = made[0]!;
    await insertInvites(tx, { organizationId, sessionId, invitedBy: userId, invited });
    sessionsCreated(tx, values, made);
    tell(tx, notification({ organizationId, kind: 'session_invite', to: invited, actorId: userId, sessionId }));
    const session = await readSession(readsOf(tx), readerOf(ctx.caller, inOwnZone), sessionId);
    return session!;
  });
}

type Values = Omit<Insertable<DB['sessions']>, 'id' | 'starts_at' | 'ends_at'>;

async function insertSession(tx: Db, values: Values, startsAt: Date, minutes: number): Promise<Made> {
  const id = newId();
  const { organization_id, creator_id } = values;
  await tx
    .insertInto('sessions')
    .values({ ...values, id, starts_at: startsAt, ends_at: endOf(startsAt, minutes), share_token: newShareToken() })
    .execute();
  await tx
    .insertInto('session_participants')
    .values({ organization_id, session_id: id, user_id: creator_id })
    .execute();
  return { sessionId: id, creatorId: creator_id, startsAt };
}

type Invites = { organizationId: string; sessionId: string; invitedBy: string; invited: string[] };

async function insertInvites(tx: Db, { organizationId, sessionId, invitedBy, invited }: Invites): Promise<void> {
  if (invited.length === 0) return;
  await tx
    .insertInto('session_invites')
    .values(
      invited.map((user_id) => ({
        organization_id: organizationId,
        session_id: sessionId,
        user_id,
        invited_by: invitedBy,
      })),
    )
    .execute();
}
