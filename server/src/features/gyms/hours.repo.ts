import type { GymHours, ScheduleOverride } from '@spotter/contract/gyms/opening-hours.ts';
import type { z } from 'zod';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { versionSql } from '#platform/versions.ts';
import { minuteSql } from './opening.repo.ts';

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

/** The columns of a schedule override in the contract's shape. */
export const overrideColumns = `id, gym_id, first_day as "from", last_day as "to", reason, closed, opens, closes,
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
