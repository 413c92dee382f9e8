import type { SessionInput } from '@spotter/contract/sessions/sessions.ts';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { laterToday } from '#platform/errors.ts';
import { commitOnlyIf } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Member } from '#platform/logins/callers.ts';
import { sessionAnswer } from './detail/session-detail.service.ts';
import { inviteTo } from './invites/session-invites.service.ts';
import { createSeries, planSeries } from './series/series-create.service.ts';
import type { Made } from './series/series-make.service.ts';
import { findInvited, refuseForeignGym, refuseTime, refuseType, zoneOf } from './session-refusals.service.ts';
import { sessionsCreated } from './sessions.events.ts';
import { readerOf } from './sessions.read.ts';
import * as repo from './sessions.write.ts';
import { newShareToken } from './share-token.policy.ts';
import { endOf, readSpan } from './times/session-times.policy.ts';

type Input = z.output<typeof SessionInput> & { other_times?: readonly string[] };

export async function createSession(ctx: MemberCtx, body: Input) {
  return ctx.tx(
    (tx) => createSessionIn(tx, ctx.caller, body),
    async (tx, { sessionId, strangers }) => {
      const [answer] = await Promise.all([
        sessionAnswer(readsOf(tx), readerOf(ctx), sessionId),
        countInvites(tx, ctx, strangers),
      ]);
      return answer;
    },
  );
}

/** An invite carries the host's words to the phone of somebody who may not know them, so a day has an end. */
async function countInvites(tx: Db, { caller, limits }: MemberCtx, strangers: number): Promise<void> {
  const secondsLeft = strangers > 0 ? await limits.takeDaily(tx, 'session_invites', caller.userId, strangers) : null;
  if (secondsLeft !== null)
    throw laterToday("You've invited a lot of new people today. You can invite more", secondsLeft);
}

/** Creates a session in an open transaction, which fails if the gym is closed at that time. */
export async function createSessionIn(tx: Db, caller: Member, body: Input) {
  const { organizationId, userId, currentGymId, gymIds } = caller;
  const gymId = body.gym_id ?? currentGymId ?? gymIds[0];
  refuseForeignGym(caller, gymId);
  const userIds = body.invited_user_ids ?? [];
  const [{ timezone, now }, , { invited, strangers }] = await Promise.all([
    zoneOf(tx, organizationId, gymId),
    refuseType(tx, organizationId, body.session_type_id, body.workout_type),
    findInvited(tx, { organizationId, gymId, hostId: userId, userIds }),
  ]);
  const span = readSpan(body, timezone);
  const { minutes } = span;
  const plan = body.repeat_rule ? planSeries(body.repeat_rule, span.startsAt, timezone) : null;
  const { startsAt } = plan ?? span;
  // Asked with the writes, which a closed gym undoes; a series has more to ask, and asks this first.
  const opening = refuseTime(tx, { organizationId, gymId, startsAt, minutes, now });
  if (plan) await opening;
  else commitOnlyIf(tx, opening);

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
    guests_per_member: body.guests_per_member,
  };
  const { invite_only, other_times = [] } = body;
  const made = plan
    ? await createSeries(tx, { values, plan, zone: timezone, minutes })
    : [insertSession(tx, { ...values, invite_only, other_times }, startsAt, minutes)];
  const { sessionId } = made[0]!;
  sessionsCreated(tx, values, made);
  inviteTo(tx, { organizationId, sessionId, invitedBy: userId, invited });
  return { sessionId, strangers };
}

function insertSession(
  tx: Db,
  values: Omit<repo.NewSession, 'id' | 'startsAt' | 'endsAt' | 'shareToken'>,
  startsAt: Date,
  minutes: number,
): Made {
  const id = newId();
  const endsAt = endOf(startsAt, minutes);
  repo.insertSession(tx, { ...values, id, startsAt, endsAt, shareToken: newShareToken() });
  return { sessionId: id, creatorId: values.creator_id, startsAt };
}
