import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { actorOf, knownAs, lockSession, refuseOver, refuseStrangers } from './session-access.ts';
import { changeEffects } from './session-changes.ts';
import { refuseForeignGym, refuseTime, refuseType, zoneOf } from './session-checks.ts';
import { minutesUntil, momentOf, readTime, wallTimeOf } from './session-times.ts';
import { type Changes, type SessionRow, setValues, type Values, valuesOf, withChanges } from './session-values.ts';
import { readSession } from './sessions.detail.ts';
import { type Effect, inOrder } from './sessions.events.ts';
import { readerOf } from './sessions.service.ts';

type Member = Caller & { organizationId: string };
type MemberCtx = Ctx<Member>;
type Known = { organizationId: string; sessionId: string };

export async function updateSession(
  ctx: MemberCtx,
  sessionId: string,
  { scope, ...changes }: Changes & { scope: 'this' | 'following' | 'all' },
  inOwnZone: boolean,
) {
  const { caller } = ctx;
  return ctx.tx(async (tx) => {
    await refuseStrangers(tx, caller, sessionId);
    const session = await lockSession(tx, { organizationId: caller.organizationId, sessionId });
    refuseOver(session);
    const { changed, effects } = await setValues(tx, session, await wantedValues(tx, caller, session, changes));
    const told = await changeEffects(tx, { ...knownAs(session), actorId: actorOf(caller), changed });
    const updated = await readSession(readsOf(tx), readerOf(caller, inOwnZone), sessionId);
    if (!updated) throw fail('session_not_found');
    await inOrder([...told, ...effects]);
    return updated;
  });
}

/** What a session is to be, judged: the gym, the time if it or the gym changes, the type, the levels. */
export async function wantedValues(tx: Db, caller: Member, session: SessionRow, changes: Changes): Promise<Values> {
  const organizationId = session.organization_id;
  const before = valuesOf(session);
  const plain = withChanges(before, changes);
  if (changes.gym_id !== undefined) refuseForeignGym(caller, changes.gym_id);
  const wanted = { ...plain, ...(await wantedTime(tx, session, changes)) };
  const elsewhere = wanted.gym_id !== before.gym_id;
  const { now } = session;
  if (elsewhere || wanted.startsAt.getTime() !== before.startsAt.getTime() || wanted.minutes !== before.minutes)
    await refuseTime(tx, {
      organizationId,
      gymId: wanted.gym_id,
      startsAt: wanted.startsAt,
      minutes: wanted.minutes,
      now,
    });
  if (wanted.session_type_id !== before.session_type_id || wanted.workout_type !== before.workout_type)
    await refuseType(tx, organizationId, wanted.session_type_id, wanted.workout_type as Workout);
  return wanted;
}

type Workout = NonNullable<Changes['workout_type']>;

/** In another zone a session keeps what its clock shows, unless a time is given; moved, it keeps its length. */
async function wantedTime(
  tx: Db,
  session: SessionRow,
  changes: Changes,
): Promise<Pick<Values, 'startsAt' | 'minutes'>> {
  const { start_time, end_time, duration_minutes, gym_id = session.gym_id } = changes;
  const { timezone } = await zoneOf(tx, session.organization_id, gym_id);
  let startsAt = session.starts_at;
  if (start_time !== undefined) startsAt = readTime(start_time, timezone, 'start_time');
  else if (gym_id !== session.gym_id) {
    const there = await zoneOf(tx, session.organization_id, session.gym_id);
    startsAt = momentOf(wallTimeOf(startsAt, there.timezone), timezone, 'later');
  }
  if (end_time !== undefined)
    return { startsAt, minutes: minutesUntil(startsAt, readTime(end_time, timezone, 'end_time')) };
  return { startsAt, minutes: duration_minutes ?? session.duration_minutes };
}

type Moving = Known & {
  startsAt: Date;
  actorId: string | null;
  /** Which field of the call the time came in. */
  field?: string;
};

/** Moves one session, which keeps its length. Answers what tells everybody, to be called last. */
export async function moveSession(
  tx: Db,
  { startsAt, actorId, field = 'start_time', ...known }: Moving,
): Promise<Effect[]> {
  const session = await lockSession(tx, known);
  refuseOver(session);
  const { gym_id: gymId, duration_minutes: minutes, now } = session;
  await refuseTime(tx, { organizationId: known.organizationId, gymId, startsAt, minutes, now, field });
  const { changed } = await setValues(tx, session, { ...valuesOf(session), startsAt });
  return changeEffects(tx, { ...known, actorId, changed });
}
