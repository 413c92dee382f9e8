import { Temporal } from 'temporal-polyfill';
import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';

type Hours = { organizationId: string; gymId: string; opens?: string; closes?: string };

/** Opens a gym every day; all day by default. */
export async function openDaily(db: Db, { organizationId, gymId, opens = '00:00', closes = '24:00' }: Hours) {
  await db.deleteFrom('operating_hours').where('gym_id', '=', gymId).execute();
  await db
    .insertInto('operating_hours')
    .values(
      Array.from({ length: 7 }, (_, weekday) => ({
        organization_id: organizationId,
        id: newId(),
        gym_id: gymId,
        weekday,
        opens,
        closes,
      })),
    )
    .execute();
}

/** A day this many days from today in a zone, as YYYY-MM-DD. */
export const dayFromNow = (days: number, zone = 'Australia/Sydney'): string =>
  Temporal.Now.plainDateISO(zone).add({ days }).toString();
