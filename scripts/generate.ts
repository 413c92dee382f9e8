/** `npm run generate` writes the generated files; with --check it only reports whether they are current. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage } from '../server/src/platform/config.ts';
import { readMigrations } from '../server/src/platform/db/migrate.ts';
import { withTemporaryDatabase } from '../server/src/testing/databases/temporary-database.ts';
import { root } from './web-build.ts';

const check = process.argv.includes('--check');
const outdated: string[] = [];

function page(path: string, content: string): void {
  const current = existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === content;
  if (current) return;
  if (check) outdated.push(path);
  else writeFileSync(join(root, path), content);
}

page('docs/configuration.md', configurationPage());

// Migrations only grow: what is recorded stays, and a test compares it with the files.
const checksums = 'server/migrations/checksums.json';
const recorded = existsSync(join(root, checksums)) ? JSON.parse(readFileSync(join(root, checksums), 'utf8')) : {};
const known = (await readMigrations()).map(({ name, checksum }) => [name, checksum]);
page(checksums, `${JSON.stringify({ ...Object.fromEntries(known), ...recorded }, null, 2)}\n`);

await withTemporaryDatabase(async (url) => {
  const program = join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js');
  const args = [program, ...(check ? ['--verify'] : [])];
  const env = { ...process.env, DATABASE_URL: url };
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: join(root, 'server'), env, encoding: 'utf8' });
  if (status === 0) return;
  if (!check) throw new Error(`Couldn't generate the table types: ${stderr}`);
  outdated.push('server/src/platform/db/schema.generated.ts');
});

if (outdated.length > 0) {
  console.error(`Not current: ${outdated.join(', ')}. Run npm run generate and commit the result.`);
  process.exitCode = 1;
}
