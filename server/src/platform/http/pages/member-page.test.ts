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

test("home keeps its scripts and font back until the page's own script adds them", async () => {
  const { home } = await memberPages(folder, page);
  const [, files = ''] = /<template id="files">(.*?)<\/template><script>/s.exec(home) ?? [];
  expect(files).toContain('<script type="module" src="/start.js"></script>');
  expect(files).toContain('<link rel="modulepreload" crossorigin href="/member.js">');
  expect(files.indexOf('fetchpriority="low"')).toBeGreaterThan(files.indexOf('member.js'));
  expect(files.indexOf('inter.woff2')).toBeGreaterThan(files.indexOf('fetchpriority="low"'));
  const rest = home.replace(files, '');
  expect(rest).toContain('<link rel="stylesheet" href="/start.css">');
  expect(rest).not.toMatch(/start\.js|member\.js|inter\.woff2/);
});

test("an admin's page has the gym's colors before its scripts run, and none of the files of members", async () => {
  const { admin } = await memberPages(folder, page);
  expect(admin).toContain("localStorage.getItem('theme_colors')");
  expect(admin).not.toContain('member.js');
});

test('pages without the outline wait for their scripts, so these stay in the page', async () => {
  const { other } = await memberPages(folder, page);
  expect(other).toContain('<script type="module" src="/start.js"></script>');
  expect(other).not.toContain('<template');
  expect(other).not.toContain('first-screen"');
});
