import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

const firstStatement = statement('first-session', { organizationId: 'uuid' })<{ at: Date | null }>(
  `select min(starts_at) as at from sessions where organization_id = $organizationId and status = 'active'`,
);

export async function findFirstSession(tx: Db, organizationId: string): Promise<Date | null> {
  const [first] = await run(tx, firstStatement, { organizationId });
  return first!.at;
}

const patienceStatement = statement('risk-patience', {})("set local statement_timeout = '10min'");

/** A large organization takes longer than a request may. */
export async function allowLongRun(tx: Db): Promise<void> {
  await run(tx, patienceStatement, {});
}
