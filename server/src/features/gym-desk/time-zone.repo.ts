import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { previewGymTimezone as previewEndpoint } from '@spotter/contract/gyms/gyms.ts';
import { changeGym } from '#features/gyms/index.ts';
import { isAheadSql } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, statement } from '#platform/db/statement.ts';
import { sessionColumns } from './affected.repo.ts';

type Shifted = Returns<typeof previewEndpoint>['sessions'][number];

// A session that would have begun already keeps its moment.
const shiftedStatement = statement('sessions-in-new-zone', {
  organizationId: 'uuid',
  gymId: 'uuid',
  timezone: 'text',
})<Shifted>(
  `select ${sessionColumns}, $timezone as new_timezone, ${instantSql('t.starts')} as moves_to
  from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id,
    lateral (select (s.starts_at at time zone g.timezone) at time zone $timezone as starts) t
  where s.organization_id = $organizationId and s.gym_id = $gymId and ${isAheadSql}
    and t.starts <> s.starts_at and t.starts > now()
  order by s.starts_at, s.id`,
);

/** The upcoming sessions that keep their time on the wall in another zone, and so move in fact. */
export const sessionsInZone = (tx: Db, organizationId: string, gymId: string, timezone: string) =>
  run(tx, shiftedStatement, { organizationId, gymId, timezone });

/** Of a gym and its series that go on. */
export async function setTimezone(tx: Db, organizationId: string, gymId: string, timezone: string): Promise<void> {
  await changeGym(tx, organizationId, gymId, { timezone });
  await tx
    .updateTable('session_series')
    .set({ timezone })
    .where('organization_id', '=', organizationId)
    .where('gym_id', '=', gymId)
    .where('ended_at', 'is', null)
    .execute();
}
