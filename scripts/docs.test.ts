import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from '../contract/src/api/endpoint.ts';
import { endpoints } from '../contract/src/index.ts';

const root = join(import.meta.dirname, '..');
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })];
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path ? join(dirname(page), path) : page;
  return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
}

/** The feature that docs/add-a-feature.md builds as an example. */
const invented = /sessions\/notes|session_notes|^notes[.]/;

const sources = globSync('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,sql}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
});

/** Pages may leave out `server/src/` or `web/src/` where the text says which one it is. */
const isMissing = (path: string) =>
  !invented.test(path) && !['', 'server/src', 'web/src'].some((base) => existsSync(join(root, base, path)));

test.each(pages)('%s links to pages and headings that exist', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => isBroken(page, link))).toEqual([]);
});

test.each(pages)('%s names files and commands that exist', (page) => {
  const code = [...textOf(page).matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
  const paths = code.filter((words) =>
    /^(contract|server|web|e2e|bench|scripts|docs|platform|features|routes|ui)\/[\w./-]+$/.test(words),
  );
  expect(paths.filter(isMissing)).toEqual([]);
  const names = code.filter((words) => /^[\w./-]+[.](ts|tsx|mjs|sql)$/.test(words) && !invented.test(words));
  expect(names.filter((name) => !sources.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  const { scripts } = JSON.parse(textOf('package.json'));
  const commands = [...textOf(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

/** A file of a way that no other one imports: the button, what the contract lists, routes, and what live events call. */
const startsWay = (file: string, index: number) => index === 0 || /^contract\/|[.](routes|realtime)[.]ts$/.test(file);

const importsOf = (file: string) =>
  [...textOf(file).matchAll(/^(?:import|export) (?!type)[^;]*?from '([^']+)'/gm)].map(([, from = '']) => from);

test('counts the files of each way from a button to the statement, within its limit', () => {
  const rows = [...textOf('docs/life-of-a-request.md').matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) \|(.+)$/gm)];
  expect(rows.map(([, call]) => call)).toEqual(['joinSession', 'sendMessage', 'setOperatingHours']);
  for (const [, call, counted, limit, columns = ''] of rows) {
    const files = ['web/src/', 'contract/src/', 'server/src/'].flatMap((base, column) =>
      [...(columns.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => {
        const found = sources.filter((file) => file.startsWith(base) && `/${file}`.endsWith(`/${name}`));
        expect(found, `${call}: ${name}`).toHaveLength(1);
        return found[0]!;
      }),
    );
    expect(new Set(files).size, call).toBe(Number(counted));
    expect(files.length, call).toBeLessThanOrEqual(Number(limit));
    const imported = files.flatMap(importsOf).map((path) => path.replace(/.*\//, ''));
    const features = files.flatMap(importsOf).flatMap((path) => /^#features\/([^/]+)\/index/.exec(path)?.[1] ?? []);
    const isReached = (file: string) =>
      imported.includes(file.replace(/.*\//, '')) ||
      features.some((name) => file.startsWith(`server/src/features/${name}/`));
    expect(
      files.filter((file, index) => !startsWay(file, index) && !isReached(file)),
      call,
    ).toEqual([]);
  }
});

const calls = Object.entries<Endpoint>(endpoints);
const rowsOf = (page: string, heading: string) =>
  (textOf(page).split(`## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => /^\|.*`/.test(line))
    .map((line) => line.split('|').slice(1, -1));
const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('says of each dear call what it counts as', () => {
  const shaped = (address: string) => address.replace(/[?].*/, '').replaceAll(/[{]\w+[}]|:\w+/g, '*');
  const told = rowsOf('docs/bench.md', 'What a call costs').flatMap((cells) =>
    namesIn(cells[0]).map((name) => `${shaped(name)} ${/\d+/.exec(cells.at(-1)!)?.[0]}`),
  );
  const dear = calls.filter(([, { cost }]) => cost !== undefined);
  const costs = dear.map(([, { method, path, cost }]) => `${method} ${shaped(path)} ${cost}`);
  expect([...new Set(told)].sort()).toEqual(costs.sort());
});

test('names every call that needs a verified email', () => {
  const told = rowsOf('docs/security.md', 'Mails to strangers').filter(([, needed]) => needed?.trim() === 'yes');
  const needing = calls.filter(([, { needsVerifiedEmail }]) => needsVerifiedEmail).map(([name]) => name);
  expect(told.flatMap(([names]) => namesIn(names)).sort()).toEqual(needing.sort());
});
