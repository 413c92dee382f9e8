import { randomBytes } from 'node:crypto';
import type { SessionInput } from '@spotter/contract/sessions.ts';
import type { z } from 'zod';
import { notify } from '#features/notifications/index.ts';
import { refuseWhileEmulating } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { findInvited, refuseForeignGym, refuseTime, refuseType, zoneOf } from './session-checks.ts';
import { endOf, readSpan } from './session-times.ts';
import { readSession } from './sessions.detail.ts';
import { inOrder, sessionCreated } from './sessions.events.ts';
import { readerOf } from './sessions.service.ts';

type MemberCtx = Ctx<Caller & { organizationId: string }>;
type Input = z.output<typeof SessionInput>;

/** A session's public link is its token: long enough that nobody finds one by trying. */
export const newShareToken = () => randomBytes(16).toString('base64url');

export async function createSession(ctx: MemberCtx, body: Input, inOwnZone: boolean) {
  refuseWhileEmulating(ctx);
  const { organizationId, userId, currentGymId, gymIds } = ctx.caller;
  const gymId = body.gym_id ?? currentGymId ?? gymIds[0];
  refuseForeignGym(ctx.caller, gymId);
  return ctx.tx(async (tx) => {
    const { timezone, now } = await zoneOf(tx, organizationId, gymId);
    const { startsAt, minutes } = readSpan(body, timezone);
    await refuseTime(tx, { organizationId, gymId, startsAt, minutes, now });
    await refuseType(tx, organizationId, body.session_type_id, body.workout_type);
    const userIds = body.invited_user_ids ?? [];
    const invited = await findInvited(tx, { organizationId, gymId, hostId: userId, userIds });

    const sessionId = newId();
    await tx
      .insertInto('sessions')
      .values({
        organization_id: organizationId,
        id: sessionId,
        gym_id: gymId,
        creator_id: userId,
        session_type_id: body.session_type_id,
        workout_type: body.workout_type,
        title: body.title,
        description: body.description,
        starts_at: startsAt,
        ends_at: endOf(startsAt, minutes),
        max_participants: body.max_participants,
        fitness_level_min: body.fitness_level_min,
        fitness_level_max: body.fitness_level_max,
        gender_preference: body.gender_preference,
        share_token: newShareToken(),
      })
      .execute();
    await tx
      .insertInto('session_participants')
      .values({ organization_id: organizationId, session_id: sessionId, user_id: userId })
      .execute();
    await insertInvites(tx, { organizationId, sessionId, invitedBy: userId, invited });

    const session = await readSession(readsOf(tx), readerOf(ctx.caller, inOwnZone), sessionId);
    const { workout_type: workoutType } = body;
    await inOrder([
      () => sessionCreated(tx, { organizationId, sessionId, creatorId: userId, startsAt, workoutType }),
      () => notify(tx, { organizationId, kind: 'session_invite', to: invited, actorId: userId, sessionId }),
    ]);
    return session!;
  });
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
