/** `npm run backup -- FOLDER`: backs up a running installation. */
import { resolve } from 'node:path';
import { backUp } from './platform/backup/backup.ts';
import { withInstallation } from './platform/backup/installation.ts';

const [given] = process.argv.slice(2);
const name = `spotter-backup-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
const folder = resolve(given ?? name);
await withInstallation(async ({ databaseUrl, files }) => {
  const { tables, files: kept } = await backUp({ databaseUrl, files, folder });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${rows} rows of ${tables.length} tables and ${kept.length} files are in ${folder}`);
});
