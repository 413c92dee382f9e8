/** `npm run restore -- FOLDER`: restores a backup into an empty installation. */
import { resolve } from 'node:path';
import { withInstallation } from './platform/backup/installation.ts';
import { restore } from './platform/backup/restore.ts';

const [given] = process.argv.slice(2);
if (!given) {
  console.error('Usage: npm run restore -- FOLDER');
  process.exit(1);
}
await withInstallation(async ({ databaseUrl, files, log }) => {
  const { made_at, tables } = await restore({ databaseUrl, files, log, folder: resolve(given) });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${rows} rows as of ${made_at} are restored. Start Spotter with the same settings.`);
});
