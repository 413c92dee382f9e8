/**
 * `npm run release:keep`: keeps what the next release is tested against (docs/releases.md). Run it on the commit of a
 * release, and commit the result right after it.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool, withPool } from '../server/src/platform/db/pool.ts';
import { readCatalog } from '../server/src/platform/db/releases/catalog.ts';
import { previousFolder } from '../server/src/platform/db/releases/previous.ts';
import { withTemporaryDatabase } from '../server/src/testing/databases/temporary-database.ts';
import { root } from './web-build.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
if (git('status', '--porcelain', 'server'))
  throw new Error('Commit the release first: server/ has changes of its own.');

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const migrations = globSync('server/migrations/*.sql', { cwd: root }).sort();
const functions = globSync('server/migrations/functions/*.sql', { cwd: root }).sort();

/** Every word of the server's code: a name that isn't among them is used by no statement. */
const sources = globSync('server/src/**/*.ts', { cwd: root }).filter(
  (path) => !/\.test\.ts$|\.generated\.ts$|^server\/src\/testing\//.test(path),
);
const words = new Set(sources.flatMap((path) => textOf(path).match(/\w+/g) ?? []));

const { columns, functions: known } = await withTemporaryDatabase((url) =>
  withPool(
    createPool({ connectionString: url }, () => {}),
    readCatalog,
  ),
);
const names = [...Object.keys(columns), ...Object.keys(known).map((name) => name.split('(')[0]!)];
const unused = names.filter((name) => !name.split('.').every((part) => words.has(part)));

mkdirSync(previousFolder, { recursive: true });
const { version } = JSON.parse(textOf('package.json'));
const release = {
  version,
  // The state that is kept, so it must be committed.
  commit: git('rev-parse', '--short=10', 'HEAD'),
  migrations: migrations.map((path) => path.split('/').at(-1)),
  unused: [...new Set(unused)].sort(),
};
writeFileSync(join(previousFolder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
writeFileSync(join(previousFolder, 'functions.sql'), functions.map(textOf).join('\n'));
