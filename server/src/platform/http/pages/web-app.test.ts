import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { registerWebApp } from './web-app.ts';

test('sends the compressed copy in place of a file, and under no address of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-web-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({
    'app.html': '<html><head></head><body></body></html>',
    'first-screen.html': '',
    '.vite/manifest.json': '{}',
    'assets/start.js': 'plain',
    'assets/start.js.br': 'compressed',
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const app = fastify();
  await registerWebApp(app, folder, 'https://spotter.example');
  const get = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } });
  expect((await get('/assets/start.js', 'identity')).body).toBe('plain');
  const { body, headers } = await get('/assets/start.js', 'br');
  expect([body, headers['content-encoding']]).toEqual(['compressed', 'br']);
  expect(headers['cache-control']).toContain('immutable');
  expect((await get('/assets/start.js.br', 'identity')).body).not.toBe('compressed');
});
