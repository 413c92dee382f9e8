/**
 * `npm run move-files`: copies the data folder's files into the bucket of the S3 settings while the server runs.
 * `npm run move-files -- --finish`: sets the folder aside once every process uses the bucket, and makes the store of these
 * settings the installation's.
 */

import { parseArgs } from 'node:util';
import { withInstallation } from './platform/backup/installation.ts';
import { loadConfig } from './platform/config.ts';
import { connect } from './platform/db/connect.ts';
import { copyFiles, leaveFolder } from './platform/files/move-files.ts';
import { readFileKeys } from './platform/files/storage.ts';
import { changeStore } from './platform/nodes/same-store.ts';

const { values } = parseArgs({ options: { finish: { type: 'boolean', default: false } } });

await withInstallation(async ({ databaseUrl, log }) => {
  const settings = loadConfig(process.env);
  if (!settings.S3_URL && !values.finish)
    throw new Error('Set S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: where should they go?');
  const { db, close } = connect(databaseUrl, {
    max: 2,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  });
  const onProgress = (moved: number, of: number) => {
    if (moved % 100 === 0) console.log(`${moved} of ${of}`);
  };
  const parts = { settings, keys: () => readFileKeys(db), onProgress };
  try {
    if (values.finish) {
      await leaveFolder({ ...parts, alone: (work) => changeStore(db, settings, work) });
      console.log('These settings say where all files are now. Processes with others refuse to start.');
      return;
    }
    const { added, removed } = await copyFiles(parts);
    console.log(`${added} files were copied into the bucket, ${removed} that were deleted since are removed from it.`);
    console.log('Now restart every process with the same S3 settings, then run `npm run move-files -- --finish`.');
  } finally {
    await close();
  }
});
