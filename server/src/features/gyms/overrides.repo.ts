import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type {
  ScheduleOverride,
  updateScheduleOverride as updateEndpoint,
} from '@spotter/contract/gyms/opening-hours.ts';
import type { InsertObject, Updateable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';
import { versionSql } from '#platform/versions.ts';
import { minuteSql } from './opening.repo.ts';

/** The columns of a schedule override in the contract's shape. */
const overrideColumns = `id, gym_id, first_day as "from", last_day as "to", reason, closed, opens, closes,
  coalesce((select json_agg(json_build_object('opens', ${minuteSql('lower(m)')}, 'closes', ${minuteSql('(upper(m) - 1) % 1440 + 1')}) order by m)
    from unnest(more_hours) m), '[]') as more_hours,
  ${instantSql('created_at')} as created_at,
  ${versionSql('first_day, last_day, closed, opens, closes, more_hours, reason')} as version`;

type Override = z.infer<typeof ScheduleOverride>;

const overridesStatement = statement('schedule-overrides', {
  organizationId: 'uuid',
  gymIds: 'uuid[]',
  from: 'date?',
  to: 'date?',
})<Override>(
  `select ${overrideColumns} from schedule_overrides
   where organization_id = $organizationId and gym_id = any($gymIds)
     and ($from is null or last_day >= $from) and ($to is null or first_day <= $to)
   order by first_day, gym_id, id`,
);

type Days = { organizationId: string; gymIds: readonly string[]; from: string | null; to: string | null };

/** Those of these gyms on these days; null is open. */
export const readOverrides = (read: Read, days: Days): Promise<Override[]> => read(overridesStatement, days);

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
