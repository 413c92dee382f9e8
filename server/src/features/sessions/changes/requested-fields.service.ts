import type { Db } from '#platform/db/connect.ts';
import { momentOf, wallTimeOf } from '#platform/db/zones.ts';
import type { Member } from '#platform/logins/callers.ts';
import type { SessionRow } from '../session-lock.repo.ts';
import { refuseForeignGym, refuseTime, refuseType, zoneOf } from '../session-refusals.service.ts';
import { minutesUntil, readTime } from '../times/session-times.policy.ts';
import { type Changes, type Values, valuesOf, withChanges } from './session-fields.service.ts';

/** A checked request: the gym, the time if it or the gym changes, the type, the levels. */
export async function wantedValues(tx: Db, caller: Member, session: SessionRow, changes: Changes): Promise<Values> {
  const wanted = await askedValues(tx, caller, session, changes);
  await refuseValues(tx, session, wanted, changes);
  return wanted;
}

/** A request whose time and type are not checked yet. */
export async function askedValues(tx: Db, caller: Member, session: SessionRow, changes: Changes): Promise<Values> {
  const plain = withChanges(valuesOf(session), changes);
  if (changes.gym_id !== undefined) refuseForeignGym(caller, changes.gym_id);
  return { ...plain, ...(await wantedTime(tx, session, changes)) };
}

/** Rejects a changed time or type that is not allowed. */
export async function refuseValues(tx: Db, session: SessionRow, wanted: Values, changes: Changes): Promise<void> {
  const organizationId = session.organization_id;
  const before = valuesOf(session);
  const field = fieldOfTime(before, wanted, changes);
  const { startsAt, minutes } = wanted;
  if (field) await refuseTime(tx, { organizationId, gymId: wanted.gym_id, startsAt, minutes, now: session.now, field });
  if (wanted.session_type_id !== before.session_type_id || wanted.workout_type !== before.workout_type)
    await refuseType(tx, organizationId, wanted.session_type_id, wanted.workout_type as Workout);
}

/** The field that asks for another time or gym; null when none does. */
function fieldOfTime(before: Values, wanted: Values, changes: Changes): string | null {
  if (wanted.startsAt.getTime() !== before.startsAt.getTime()) {
    if (changes.start_time) return 'start_time';
    return changes.gym_id ? 'gym_id' : 'repeat_rule';
  }
  if (wanted.gym_id !== before.gym_id) return 'gym_id';
  if (wanted.minutes !== before.minutes) return changes.end_time ? 'end_time' : 'duration_minutes';
  return null;
}

type Workout = NonNullable<Changes['workout_type']>;

/** In another zone a session keeps its local time, unless a time is given. A moved session keeps its length. */
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
