import type { GymHours } from '@spotter/contract/gyms/opening-hours.ts';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { newId } from '#platform/ids.ts';

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

type Span = { weekday: number; opens: string; closes: string };
type NewHours = { organizationId: string; gymIds: readonly string[]; hours: readonly Span[] };

/** Gives each of these gyms these weekly hours. */
export async function insertHours(tx: Db, { organizationId, gymIds, hours }: NewHours): Promise<void> {
  const rows = gymIds.flatMap((gym_id) =>
    hours.map((span) => ({ ...span, organization_id: organizationId, id: newId(), gym_id })),
  );
  if (rows.length > 0) await tx.insertInto('operating_hours').values(rows).execute();
}

/** The same instead of the hours they have. */
export async function replaceHours(tx: Db, wanted: NewHours): Promise<void> {
  await tx
    .deleteFrom('operating_hours')
    .where('organization_id', '=', wanted.organizationId)
    .where('gym_id', 'in', wanted.gymIds)
    .execute();
  await insertHours(tx, wanted);
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

export async function updateHours(tx: Db, { organizationId, id }: HoursKey, span: Span): Promise<void> {
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

/** Those of these gyms that are open, in one order, locked: nobody else changes their hours or closes them. */
export const lockOpenGyms = (tx: Db, organizationId: string, ids: readonly string[]) =>
  tx
    .selectFrom('gyms')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();

/** From now on these hours are their admins' own, not those a new gym starts with. */
export async function markHoursSet(tx: Db, organizationId: string, gymIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('gyms')
    .set({ hours_set_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', gymIds)
    .execute();
}
