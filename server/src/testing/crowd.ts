import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import type { Cast, CastMember } from './cast.ts';

/** So many more members of the gym at Barangaroo, for whatever is only interesting with many. */
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

/** A zone in which it is now this hour of the day, so that a test says what time it is at the gym. */
export function zoneWhereItIs(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24;
  // POSIX counts the hours the other way round.
  return ahead > 12 ? `Etc/GMT+${24 - ahead}` : `Etc/GMT-${ahead}`;
}
