import type { WorkoutType } from '@spotter/contract/sessions/sessions.ts';
import type { z } from 'zod';
import { areFriendsSql } from '#features/friends/index.ts';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';

const zoneStatement = statement('zone-of-gym', { organizationId: 'uuid', gymId: 'uuid' })<{
  timezone: string;
  now: Date;
}>('select timezone, now() as now from gyms where organization_id = $organizationId and id = $gymId');

/** A gym's zone, and the database's current time. */
export async function readZone(db: Db, gym: { organizationId: string; gymId: string }) {
  const [row] = await run(db, zoneStatement, gym);
  return row!;
}

export type Kind = z.infer<typeof WorkoutType>;

const typeStatement = statement('session-type', { organizationId: 'uuid', typeId: 'uuid' })<{
  kind: Kind;
  is_active: boolean;
}>('select kind, is_active from session_types where organization_id = $organizationId and id = $typeId');

export async function findType(db: Db, type: { organizationId: string; typeId: string }) {
  const [row] = await run(db, typeStatement, type);
  return row;
}

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

type Invitation = { organizationId: string; gymId: string; hostId: string; asked: readonly string[] };

/** Those of the asked members, sorted, who have access to the gym and aren't hidden from the host. */
export const findInvitable = (db: Db, invitation: Invitation) => run(db, invitedStatement, invitation);
