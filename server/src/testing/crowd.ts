import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import type { Cast, CastMember } from './cast.ts';

/** More members of the gym at Barangaroo, for tests that need many. */
export async function addCrowd(db: Db, cast: Cast, size: number): Promise<CastMember[]> {
  const organization_id = cast.organizations.ironHarbour;
  const crowd = Array.from({ length: size }, () => newId()).map((id) => ({
    name: 'cleo' as const,
    id,
    email: `${id}@ironharbour.example`,
    organizationId: organization_id,
  }));
  await db
    .insertInto('users')
    .values(crowd.map(({ id, email }) => ({ id, email, organization_id, first_name: 'Crowd' })))
    .execute();
  await db
    .insertInto('user_gyms')
    .values(crowd.map(({ id }) => ({ organization_id, user_id: id, gym_id: cast.gyms.barangaroo })))
    .execute();
  return crowd;
}

/** A zone where it is now this hour, so that a test sets the time at the gym. */
export function zoneWhereItIs(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24;
  // POSIX counts the hours in the opposite direction.
  return ahead > 12 ? `Etc/GMT+${24 - ahead}` : `Etc/GMT-${ahead}`;
}
