import type { WorkoutType } from '@spotter/contract/sessions/sessions.ts';
import type { z } from 'zod';
import { areFriendsSql } from '#features/friends/index.ts';
import { holdHours, isOpen } from '#features/gyms/index.ts';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { learnZones } from '#platform/db/zones.ts';
import { fail } from '#platform/http/errors.ts';
import type { Member } from '#platform/logins/callers.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';
import { about } from './times/session-times.ts';

/** A gym the caller can access; any other gym does not exist for them. */
export function refuseForeignGym(caller: Member, gymId: string | null | undefined): asserts gymId is string {
  if (!gymId || !caller.gymIds.includes(gymId))
    throw fail('gym_not_found', about('gym_id', 'This gym could not be found.'));
}

const zoneStatement = statement('zone-of-gym', { organizationId: 'uuid', gymId: 'uuid' })<{
  timezone: string;
  now: Date;
}>('select timezone, now() as now from gyms where organization_id = $organizationId and id = $gymId');

/** A gym's zone, and the database's current time, which decides what is past. */
export async function zoneOf(db: Db, organizationId: string, gymId: string): Promise<{ timezone: string; now: Date }> {
  const [gym] = await run(db, zoneStatement, { organizationId, gymId });
  await learnZones(db, [gym!.timezone]);
  return gym!;
}

type Stay = { organizationId: string; gymId: string; startsAt: Date; minutes: number; now: Date; field?: string };

/** A time must be in the future and inside the gym's opening hours. */
export async function refuseTime(db: Db, { now, field = 'start_time', ...stay }: Stay): Promise<void> {
  if (stay.startsAt.getTime() <= now.getTime())
    throw fail('session_in_past', about(field, 'A session must start in the future.'));
  holdHours(db, stay);
  if (!(await isOpen(db, stay))) throw fail('gym_closed', about(field, 'The gym is closed at that time.'));
}

type Kind = z.infer<typeof WorkoutType>;

const typeStatement = statement('session-type', { organizationId: 'uuid', typeId: 'uuid' })<{
  kind: Kind;
  is_active: boolean;
}>('select kind, is_active from session_types where organization_id = $organizationId and id = $typeId');

/** A type must belong to the organization, be active, and match the training. */
export async function refuseType(db: Db, organizationId: string, typeId: string | null, kind: Kind): Promise<void> {
  if (!typeId) return;
  const [type] = await run(db, typeStatement, { organizationId, typeId });
  if (!type?.is_active) throw fail('validation_failed', about('session_type_id', 'Please choose one of the options'));
  if (type.kind !== kind)
    throw fail('validation_failed', about('session_type_id', `This is ${type.kind}, not ${kind}`));
}

type Invitation = { organizationId: string; gymId: string; hostId: string; userIds: readonly string[] };

const invitedStatement = statement('invited', {
  organizationId: 'uuid',
  gymId: 'uuid',
  hostId: 'uuid',
  asked: 'uuid[]',
})<{ id: string; is_friend: boolean }>(
  `select u.id, ${areFriendsSql('least(u.id, $hostId)', 'greatest(u.id, $hostId)')} as is_friend from users u
  where u.organization_id = $organizationId and u.id = any($asked) and u.is_active
    and ${canUseGym('u', '$gymId')} and not ${blockedBetween('u.id', '$hostId')}
  order by u.id`,
);

/** The invited members, sorted: visible to the host and with access to the gym. And how many of them aren't friends. */
export async function findInvited(db: Db, { organizationId, gymId, hostId, userIds }: Invitation) {
  const asked = userIds.filter((id) => id !== hostId);
  if (asked.length === 0) return { invited: [], strangers: 0 };
  const rows = await run(db, invitedStatement, { organizationId, gymId, hostId, asked });
  if (rows.length < asked.length)
    throw fail('user_not_found', about('invited_user_ids', 'One of these people could not be found.'));
  return { invited: rows.map(({ id }) => id), strangers: rows.filter(({ is_friend }) => !is_friend).length };
}
