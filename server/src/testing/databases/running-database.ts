import { join } from 'node:path';
import pg from 'pg';
import { findRunningPostgres } from '#platform/db/embedded/embedded.ts';

/** Works in the database of the server that runs on a data folder. */
export async function inRunningDatabase(dataDir: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const connectionString = findRunningPostgres(join(dataDir, 'postgres'));
  if (!connectionString) throw new Error('No database runs on this folder.');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Lets that server run a job now, which its timetable would run later. */
export const askForJob = (dataDir: string, name: string): Promise<void> =>
  inRunningDatabase(dataDir, async (client) => {
    await client.query(`select graphile_worker.add_job($1, '{}')`, [name]);
  });
