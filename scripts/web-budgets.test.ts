import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { overBudget } from './web-budgets.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const chunks = [
  'index',
  'start',
  'login',
  'member',
  'theme',
  'member-modals',
  'messages-modal',
  'calendar-page',
].concat(['admin-area', 'dashboard-page']);

/** A build in which every file imports the framework and has the given bytes. */
function build(bytes: Record<string, number>): string {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-budgets-'));
  folders.push(folder);
  mkdirSync(join(folder, '.vite'));
  const files = [...chunks, 'framework'].map((name) => {
    writeFileSync(join(folder, `${name}.js`), 'x'.repeat(bytes[name] ?? 100));
    return [`_${name}.js`, { file: `${name}.js`, name, imports: name === 'index' ? [] : ['_framework.js'] }] as const;
  });
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(files)));
  return folder;
}

test('accepts first loads within their budgets', () => {
  expect(overBudget(build({ framework: 80_000 }))).toEqual([]);
});

test('names each place whose first load is too large, with what its files import', () => {
  const found = overBudget(build({ framework: 80_000, member: 86_024 }));
  expect(found).toEqual(['The first load of /app has 166.2 KB of JavaScript, and at most 166 KB are allowed.']);
});

test('counts what travels: the compressed file where there is one', () => {
  const folder = build({ framework: 80_000, member: 86_024 });
  writeFileSync(join(folder, 'member.js.br'), 'x'.repeat(30_000));
  expect(overBudget(folder)).toEqual([]);
});

test('refuses a build that lacks a file of a first load', () => {
  const folder = build({});
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  expect(() => overBudget(folder)).toThrow("The web build has no file 'index'");
});
