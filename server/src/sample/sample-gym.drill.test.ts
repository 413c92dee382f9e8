import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '#platform/config.ts';
import { connect } from '#platform/db/connect.ts';
import { createFolderStore } from '#platform/file-store.ts';
import { createLogger } from '#platform/log.ts';
import { cloneDatabase } from '#testing/database.ts';
import { announce, prepareSampleGym } from './sample-gym.ts';

test('fills an empty database, counts its rows, and prints the sample passwords once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-sample-'));
  const database = await cloneDatabase();
  const connection = connect(database.url, { max: 2, onError: () => {} });
  onTestFinished(async () => {
    await connection.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  const config = loadConfig({ DATA_DIR: folder });
  const files = createFolderStore(join(folder, 'files'));
  const start = async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const accounts = await prepareSampleGym({ connection, files, config, log: createLogger('silent') });
    announce(config, config.PUBLIC_URL, accounts);
    const printed = write.mock.calls.map(([text]) => text).join('');
    write.mockRestore();
    return printed;
  };

  const first = await start();
  const file = join(folder, 'sample-accounts.json');
  const passwords = (JSON.parse(readFileSync(file, 'utf8')) as { password: string }[]).map(({ password }) => password);
  expect(passwords.length).toBeGreaterThan(4);
  for (const password of passwords) expect(first).toContain(password);
  // The address in mails and shared links: under another name of this machine a browser would be signed out.
  expect(first).toContain(`running at ${config.PUBLIC_URL}\n`);
  const { rows } = await sql<{ counted: number }>`
    select reltuples::int as counted from pg_class where oid = 'session_participants'::regclass`.execute(connection.db);
  expect(rows[0]?.counted).toBeGreaterThan(1000);

  const second = await start();
  for (const password of passwords) expect(second).not.toContain(password);
  expect(second).toContain(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
