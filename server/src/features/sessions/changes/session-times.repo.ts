import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { SessionKey } from '../session-lock.repo.ts';

const timesStatement = statement('session-times', { organizationId: 'uuid', sessionId: 'uuid' })<{
  startsAt: Date;
  minutes: number;
  zone: string;
}>(
  `select s.starts_at as "startsAt", s.duration_minutes as minutes, g.timezone as zone
  from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  where s.organization_id = $organizationId and s.id = $sessionId`,
);

/** A session's start and length, and its gym's zone. */
export async function readSessionTimes(tx: Db, key: SessionKey) {
  const [row] = await run(tx, timesStatement, key);
  return row!;
}
