import { areOpen, holdHours } from '#features/gyms/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { learnZones } from '#platform/db/zones.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { Member } from '#platform/logins/callers.ts';
import * as repo from './session-refusals.repo.ts';

/** A gym the caller can access; any other gym does not exist for them. */
export function refuseForeignGym(caller: Member, gymId: string | null | undefined): asserts gymId is string {
  if (!gymId || !caller.gymIds.includes(gymId))
    throw fail('gym_not_found', fieldError('gym_id', "We couldn't find this gym."));
}

/** A gym's zone, and the database's current time, which decides what is past. */
export async function zoneOf(db: Db, organizationId: string, gymId: string): Promise<{ timezone: string; now: Date }> {
  const gym = await repo.readZone(db, { organizationId, gymId });
  await learnZones(db, [gym.timezone]);
  return gym;
}

/** `now` is the database's. */
type Stays = { organizationId: string; gymId: string; minutes: number; now: Date; field?: string };

/** A time must be in the future and inside the gym's opening hours. */
export const refuseTime = (db: Db, { startsAt, ...stay }: Stays & { startsAt: Date }): Promise<void> =>
  refuseTimes(db, { ...stay, starts: [startsAt] });

export async function refuseTimes(
  db: Db,
  { now, field = 'start_time', ...stays }: Stays & { starts: readonly Date[] },
): Promise<void> {
  if (stays.starts.some((start) => start.getTime() <= now.getTime()))
    throw fail('session_in_past', fieldError(field, 'A session must start in the future.'));
  holdHours(db, stays);
  const open = await areOpen(db, stays);
  if (open.includes(false)) throw fail('gym_closed', fieldError(field, 'The gym is closed at that time.'));
}

/** A type must belong to the organization, be active, and match the training. */
export async function refuseType(
  db: Db,
  organizationId: string,
  typeId: string | null,
  kind: repo.Kind,
): Promise<void> {
  if (!typeId) return;
  const type = await repo.findType(db, { organizationId, typeId });
  if (!type?.is_active)
    throw fail('validation_failed', fieldError('session_type_id', 'Please choose one of the options'));
  if (type.kind !== kind)
    throw fail('validation_failed', fieldError('session_type_id', `This is ${type.kind}, not ${kind}`));
}

type Invitation = { organizationId: string; gymId: string; hostId: string; userIds: readonly string[] };

/** The invited members, sorted: visible to the host and with access to the gym. And how many of them aren't friends. */
export async function findInvited(db: Db, { organizationId, gymId, hostId, userIds }: Invitation) {
  const asked = userIds.filter((id) => id !== hostId);
  if (asked.length === 0) return { invited: [], strangers: 0 };
  const rows = await repo.findInvitable(db, { organizationId, gymId, hostId, asked });
  if (rows.length < asked.length)
    throw fail('user_not_found', fieldError('invited_user_ids', "We couldn't find one of these people."));
  return { invited: rows.map(({ id }) => id), strangers: rows.filter(({ is_friend }) => !is_friend).length };
}
