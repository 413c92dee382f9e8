import { setTimeout as sleep } from 'node:timers/promises';
import { inRunningDatabase } from './running-database.ts';

/** Lets the 30 days of a deleted organization be over for the server that runs on a data folder, and waits until it is gone. */
export const endDaysToRestore = (dataDir: string, organizationId: string): Promise<void> =>
  inRunningDatabase(dataDir, async (client) => {
    await client.query(`update organizations set deleted_at = now() - interval '31 days' where id = $1`, [
      organizationId,
    ]);
    await client.query(`select graphile_worker.add_job('remove_organizations', '{}')`);
    const isThere = async () =>
      (await client.query('select from organizations where id = $1', [organizationId])).rows.length > 0;
    while (await isThere()) await sleep(50);
  });
