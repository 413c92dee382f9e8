/** `npm run create-super-admin -- sam@example.com Sam Stone`: the first super admin of an installation. */
import { Email, FirstName, LastName } from '@spotter/contract/api/primitives.ts';
import { z } from 'zod';
import { withInstallation } from './platform/backup/installation.ts';
import { loadConfig } from './platform/config.ts';
import { connect } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';
import { newId } from './platform/ids.ts';
import { hashPassword } from './platform/logins/passwords.ts';
import { newSetupCode, SETUP_CODE_DAYS } from './platform/logins/setup-codes.ts';

const [email, first_name = 'Super', last_name = 'Admin'] = process.argv.slice(2);
const person = z
  .object({ email: Email, first_name: FirstName, last_name: LastName })
  .safeParse({ email, first_name, last_name });
if (!person.success) {
  console.error(`${person.error.issues[0]?.message}. Usage: npm run create-super-admin -- EMAIL [FIRST LAST]`);
  process.exit(1);
}

const config = loadConfig(process.env);
await withInstallation(async ({ databaseUrl }) => {
  const { db, pool, close } = connect(databaseUrl, { max: 2, onError: () => {} });
  try {
    await migrate(pool);
    const now = new Date();
    const code = newSetupCode(now);
    const made = await db
      .insertInto('users')
      .values({
        id: newId(),
        ...person.data,
        role: 'super_admin',
        onboarding_completed: true,
        setup_code_hash: await hashPassword(code),
        setup_code_expires_at: new Date(now.getTime() + SETUP_CODE_DAYS * 86_400_000),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) {
      console.log(
        `${person.data.email} is a super admin. Sign in at ${config.PUBLIC_URL}/login?setup=true with the setup code`,
      );
      console.log(`\n    ${code}\n\nIt works once, for ${SETUP_CODE_DAYS} days.`);
    } else {
      console.error(`There is an account with ${person.data.email} already.`);
      process.exitCode = 1;
    }
  } finally {
    await close();
  }
});
