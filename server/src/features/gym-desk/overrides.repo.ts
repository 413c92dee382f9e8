import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { updateScheduleOverride as updateEndpoint } from '@spotter/contract/gyms/opening-hours.ts';
import type { InsertObject, Updateable } from 'kysely';
import { overrideColumns } from '#features/gyms/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';

type Stored = Returns<typeof updateEndpoint>;

const someStatement = statement('some-schedule-overrides', { organizationId: 'uuid', ids: 'uuid[]' })<Stored>(
  `select ${overrideColumns} from schedule_overrides where organization_id = $organizationId and id = any($ids)
  order by array_position($ids, id)`,
);

/** In the order of the ids. */
export const readSomeOverrides = (tx: Db, organizationId: string, ids: string[]): Promise<Stored[]> =>
  run(tx, someStatement, { organizationId, ids });

export async function insertOverrides(tx: Db, rows: InsertObject<DB, 'schedule_overrides'>[]): Promise<void> {
  await tx.insertInto('schedule_overrides').values(rows).execute();
}

export async function updateOverride(
  tx: Db,
  organizationId: string,
  id: string,
  changes: Updateable<DB['schedule_overrides']>,
): Promise<void> {
  await tx
    .updateTable('schedule_overrides')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteOverride(tx: Db, organizationId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('schedule_overrides')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}
