import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildOf } from './build-id.ts';

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries({ 'server/package.json': '{"version":"1.2.3"}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const page = (build: string) => `<head><meta name="build" content="${build}"></head>`;

test('names two builds of one release differently, and the same content the same', () => {
  const first = folderOf({ 'server/src/main.ts': 'one', 'web/dist/app.html': page('aaaa1111') });
  const copy = folderOf({});
  cpSync(first, copy, { recursive: true });
  expect(buildOf(first)).toMatch(/^1\.2\.3\+aaaa1111\.[0-9a-f]{8}$/);
  expect(buildOf(copy)).toBe(buildOf(first));
  const changed: Record<string, string>[] = [
    { 'server/src/main.ts': 'two', 'web/dist/app.html': page('aaaa1111') },
    { 'server/src/main.ts': 'one', 'web/dist/app.html': page('bbbb2222') },
    { 'server/src/main.ts': 'one', 'server/migrations/0001_a.sql': 'a', 'web/dist/app.html': page('aaaa1111') },
  ];
  const others = changed.map((files) => buildOf(folderOf(files)));
  expect(new Set([buildOf(first), ...others]).size).toBe(4);
});

test('needs no built web app, and leaves tests out', () => {
  const bare = buildOf(folderOf({ 'server/src/main.ts': 'one' }));
  expect(bare).toMatch(/^1\.2\.3\+unbuilt\./);
  expect(buildOf(folderOf({ 'server/src/main.ts': 'one', 'server/src/main.test.ts': 'x' }))).toBe(bare);
});
