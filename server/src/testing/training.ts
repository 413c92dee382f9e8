import { refreshFacts } from '#features/friends/suggestions/training-facts.service.ts';
import type { Db } from '#platform/db/connect.ts';

/** Brings the facts that suggestions compare up to date, as the job does within a minute. */
export async function countTraining(db: Db, organizationId: string): Promise<void> {
  while ((await db.transaction().execute((tx) => refreshFacts(tx, organizationId))) > 0);
}
