import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';

const server = fileURLToPath(new URL('../../../', import.meta.url));

test('has types that match the migrated tables', async () => {
  const database = await cloneDatabase();
  const manifest = createRequire(import.meta.url).resolve('kysely-codegen/package.json');
  const command = join(dirname(manifest), 'dist/cli/bin.js');
  const check = promisify(execFile)(process.execPath, [command, '--verify'], {
    cwd: server,
    env: { ...process.env, DATABASE_URL: database.url },
  });
  await expect(check, 'Run `npm run db:types -w server` against a migrated database.').resolves.toBeDefined();
  await database.drop();
});
