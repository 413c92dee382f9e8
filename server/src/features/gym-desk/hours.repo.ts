import type { GymHours } from '@spotter/contract/gyms/opening-hours.ts';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';

type Hours = z.infer<typeof GymHours>;

const hoursStatement = statement('operating-hours', { organizationId: 'uuid', gymIds: 'uuid[]' })<Hours>(
  `select id, gym_id, weekday, opens, closes from operating_hours
   where organization_id = $organizationId and gym_id = any($gymIds) order by gym_id, weekday, opens`,
);

/** The weekly hours of these gyms. */
export const readWeeklyHours = (
  read: Read,
  gyms: { organizationId: string; gymIds: readonly string[] },
): Promise<Hours[]> => read(hoursStatement, gyms);

export async function deleteHoursOf(tx: Db, organizationId: string, gymIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('operating_hours')
    .where('organization_id', '=', organizationId)
    .where('gym_id', 'in', gymIds)
    .execute();
}

/** The gym that a span of weekly hours belongs to. */
export async function readGymOfHours(tx: Db, organizationId: string, id: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('operating_hours')
    .select('gym_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.gym_id;
}

type HoursKey = { organizationId: string; id: string };

export async function updateHours(
  tx: Db,
  { organizationId, id }: HoursKey,
  span: { weekday: number; opens: string; closes: string },
): Promise<void> {
  await tx
    .updateTable('operating_hours')
    .set(span)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteHours(tx: Db, { organizationId, id }: HoursKey): Promise<void> {
  await tx.deleteFrom('operating_hours').where('organization_id', '=', organizationId).where('id', '=', id).execute();
}
