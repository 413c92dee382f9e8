import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { memberPages } from './member-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'spotter-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, '.vite'));
writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify({ _member: { file: 'member.js', name: 'member' } }));
writeFileSync(join(folder, 'first-screen.html'), '<div id="first-screen"></div>');

const page = `<html><head><meta charset="utf-8" />
  <link
    rel="preload"
    as="font"
    href="/inter.woff2"
  />
  <script type="module" src="/start.js"></script><link rel="stylesheet" href="/start.css"></head>
  <body><div id="root"></div></body></html>`;

test('home fetches its style sheet first, then the scripts, then the font', async () => {
  const { home } = await memberPages(folder, page);
  expect(home).toContain('<script type="module" fetchpriority="low" src="/start.js">');
  expect(home).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/member.js">');
  expect(home).toContain('<link rel="stylesheet" href="/start.css">');
  expect(home.split('inter.woff2')).toHaveLength(2);
  expect(home.indexOf('inter.woff2')).toBeGreaterThan(home.indexOf('member.js'));
});

test('pages without the outline wait for their scripts, so these keep their priority', async () => {
  const { other } = await memberPages(folder, page);
  expect(other).not.toContain('fetchpriority');
  expect(other).not.toContain('first-screen"');
});
