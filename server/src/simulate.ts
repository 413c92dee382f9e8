/**
 * `npm run simulate -- --members 5000 --weeks 52 --seed 1 --world quiet` adds a simulated organization to the database and
 * writes what the product can't see (who left and why, who suits whom) into a file of the data folder.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { withInstallation } from './platform/backup/installation.ts';
import { loadConfig } from './platform/config.ts';
import { connect } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';
import { hashPassword } from './platform/logins/passwords.ts';
import { newSetupCode, SETUP_CODE_DAYS } from './platform/logins/setup-codes.ts';
import { readArguments, usage } from './simulator/filling/arguments.ts';
import { fillDatabase } from './simulator/filling/fill-database.ts';

const asked = readArguments(process.argv.slice(2));
if (typeof asked === 'string') {
  console.error(`${asked}\n${usage}`);
  process.exit(2);
}

const config = loadConfig(process.env);
await withInstallation(async ({ databaseUrl, log }) => {
  const onError = (err: Error) => log.warn({ err }, 'a connection was lost');
  const { db, pool, close } = connect(databaseUrl, { max: 2, onError });
  try {
    await migrate(pool);
    const folder = resolve(config.DATA_DIR, 'simulated');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    console.log('Until the end nothing is stored, so you can stop it at any time.');
    const now = new Date();
    const code = newSetupCode(now);
    const { name, organizationId, owner, truthFile, rows } = await fillDatabase(db, {
      ...{ ...asked, now, folder },
      ownerSetup: {
        setup_code_hash: await hashPassword(code),
        setup_code_expires_at: new Date(now.getTime() + SETUP_CODE_DAYS * 86_400_000),
      },
      onProgress: (done) => console.log(`  ${Math.round(done * 100)} %`),
    });
    console.log(`${name} (${organizationId}) is there, with ${rows.toLocaleString('en')} rows.`);
    console.log(`What the product can't see: ${truthFile}`);
    console.log(
      `Its owner is ${owner.email}. Sign in at ${config.PUBLIC_URL}/login?setup=true with the setup code ${code}`,
    );
  } finally {
    await close();
  }
});
