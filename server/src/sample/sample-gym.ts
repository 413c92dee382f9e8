import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import type { Connection } from '#platform/db/connect.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Logger } from '#platform/log.ts';
import { hashPassword } from '#platform/logins/passwords.ts';
import { type SampleAccount, seedSampleData } from './index.ts';

const accountsFile = (config: Config) => join(config.DATA_DIR, 'sample-accounts.json');

// Without letters and figures that look alike, so that it can be typed from a terminal.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const newPassword = () => Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('');

/** Fills an embedded database that is still empty, with passwords made for this installation. */
export async function prepareSampleGym(parts: {
  connection: Connection;
  files: FileStore;
  config: Config;
  log: Logger;
}) {
  const { connection, files, config, log } = parts;
  const anybody = await connection.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anybody) return;
  const accounts = await connection.db
    .transaction()
    .execute((tx) => seedSampleData(tx, { files, now: new Date(), passwordFor: newPassword, hashPassword }));
  const file = accountsFile(config);
  writeFileSync(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  log.info({ accounts: accounts.length }, 'the sample gym is ready');
}

/** Tells a person at a terminal where Spotter is and how to get in. */
export function announce(config: Config, address: string, embedded: boolean) {
  const lines = ['', `  Spotter is running at ${address.replace('127.0.0.1', 'localhost')}`];
  if (embedded && existsSync(accountsFile(config))) {
    const accounts: SampleAccount[] = JSON.parse(readFileSync(accountsFile(config), 'utf8'));
    const wide = (pick: (account: SampleAccount) => string) =>
      Math.max(...accounts.map((account) => pick(account).length));
    const [roles, emails] = [wide(({ role }) => role), wide(({ email }) => email)];
    lines.push('', '  Sample sign-ins:');
    for (const { role, email, password } of accounts)
      lines.push(`    ${role.padEnd(roles)}  ${email.padEnd(emails)}  ${password}`);
  }
  if (!config.SMTP_URL && config.loopback) lines.push('', `  Mails it sends: ${address}/dev/mail`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
