/** `npm run import-organization -- FILE [--send-setup]`: imports an organization from the zip file of an export. */
import { resolve } from 'node:path';
import { importFromCommand } from './features/moving/index.ts';
import { withInstallation } from './platform/backup/installation.ts';
import { connect } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';
import { installJobs } from './platform/jobs/runner.ts';

const given = process.argv.slice(2);
const sendSetup = given.includes('--send-setup');
const [file] = given.filter((argument) => argument !== '--send-setup');
if (!file) {
  console.error('Usage: npm run import-organization -- FILE [--send-setup]');
  process.exit(1);
}
await withInstallation(async ({ databaseUrl, files, log }) => {
  const { db, pool, close } = connect(databaseUrl, {
    max: 2,
    onError: (err) => log.warn({ err }, 'a connection was lost'),
  });
  try {
    await migrate(pool);
    await installJobs(databaseUrl, log);
    console.log('A large organization takes minutes. Until the end nothing is stored, so you can stop it at any time.');
    const { organization, members, sessions } = await importFromCommand({
      path: resolve(file),
      db,
      files,
      sendSetup,
      onFile: (name, rows) => console.log(`  ${name}: ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`),
    });
    console.log(`${organization.name} is imported, with ${members} members and ${sessions} sessions.`);
    console.log(
      sendSetup
        ? 'While Spotter runs, members get an email with their setup code, up to 60 a minute.'
        : 'Members set a password with "Forgot password". To mail them setup codes, choose them all in Users.',
    );
  } finally {
    await close();
  }
});
