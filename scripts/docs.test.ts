import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

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

test('counts the files of each way from a button to the statement, within its limit', () => {
  const ways = [...textOf('docs/life-of-a-request.md').matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) \|(.+)$/gm)].map(
    ([, call, files, limit, names = '']) => ({
      call,
      files: Number(files),
      limit: Number(limit),
      named: new Set(names.match(/`[^`]+`/g)).size,
    }),
  );
  expect(ways.map(({ call }) => call)).toEqual(['joinSession', 'sendMessage', 'setOperatingHours']);
  expect(ways.filter(({ files, limit, named }) => files !== named || files > limit)).toEqual([]);
});
