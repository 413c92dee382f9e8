/** `npm run change-keys`: makes the TOKEN_SECRET and PUSH_KEY of this environment the installation's (docs/cluster.md). */
import { withInstallation } from './platform/backup/installation.ts';
import { loadConfig } from './platform/config.ts';
import { connect } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';
import { changeKeys } from './platform/nodes/shared-keys.ts';

const config = loadConfig(process.env);
await withInstallation(async ({ databaseUrl }) => {
  const { db, pool, close } = connect(databaseUrl, { max: 2, onError: () => {} });
  try {
    await migrate(pool);
    await changeKeys(db, config);
    console.log("These keys are the installation's now. Restart every process with them.");
  } finally {
    await close();
  }
});
