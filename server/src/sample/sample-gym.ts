import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '#platform/config.ts';
import type { Connection } from '#platform/db/connect.ts';
import type { FileStore } from '#platform/file-store.ts';
import type { Logger } from '#platform/log.ts';
import { hashPassword } from '#platform/logins/passwords.ts';
import { type SampleAccount, seedSampleData } from './index.ts';

const accountsFile = (config: Config) => join(config.DATA_DIR, 'sample-accounts.json');

// Without letters and figures that look alike, so that it can be typed from a terminal.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const newPassword = () => Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('');

/** Fills an embedded database that is still empty, and returns the sign-ins made for this installation, or null. */
export async function prepareSampleGym(parts: {
  connection: Connection;
  files: FileStore;
  config: Config;
  log: Logger;
}): Promise<SampleAccount[] | null> {
  const { connection, files, config, log } = parts;
  const anybody = await connection.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anybody) return null;
  const accounts = await connection.db.transaction().execute(async (tx) => {
    const made = await seedSampleData(tx, { files, now: new Date(), passwordFor: newPassword, hashPassword });
    // PostgreSQL would count the rows only a minute later, and until then plan the home page at twice its cost.
    await sql`analyze`.execute(tx);
    return made;
  });
  const file = accountsFile(config);
  writeFileSync(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  log.info({ accounts: accounts.length }, 'the sample gym is ready');
  return accounts;
}

/**
 * Tells a person at a terminal where Spotter is and how to get in. Passwords are printed once, when they are made: later
 * starts often run under something that stores their output.
 */
export function announce(config: Config, address: string, newAccounts: SampleAccount[] | null) {
  const lines = ['', `  Spotter is running at ${address}`];
  if (newAccounts) {
    const wide = (pick: (account: SampleAccount) => string) =>
      Math.max(...newAccounts.map((account) => pick(account).length));
    const [roles, emails] = [wide(({ role }) => role), wide(({ email }) => email)];
    lines.push('', '  Sample sign-ins:');
    for (const { role, email, password } of newAccounts)
      lines.push(`    ${role.padEnd(roles)}  ${email.padEnd(emails)}  ${password}`);
  } else if (!config.DATABASE_URL && existsSync(accountsFile(config)))
    lines.push('', `  Sample sign-ins: ${accountsFile(config)}`);
  if (!config.SMTP_URL && config.isLocal) lines.push('', `  Mails it sends: ${address}/dev/mail`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
