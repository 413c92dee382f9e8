import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findRunningPostgres } from '#platform/db/embedded/embedded.ts';

/** Lets the 30 days of a deleted organization be over for the server that runs on a data folder, and waits until it is gone. */
export async function endDaysToRestore(dataDir: string, organizationId: string): Promise<void> {
  const connectionString = findRunningPostgres(join(dataDir, 'postgres'));
  if (!connectionString) throw new Error('No database runs on this folder.');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`update organizations set deleted_at = now() - interval '31 days' where id = $1`, [
      organizationId,
    ]);
    await client.query(`select graphile_worker.add_job('remove_organizations', '{}')`);
    const isThere = async () =>
      (await client.query('select from organizations where id = $1', [organizationId])).rows.length > 0;
    while (await isThere()) await sleep(50);
  } finally {
    await client.end();
  }
}
