import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#platform/db/connect.ts';
import { cloneDatabase } from '#testing/database.ts';
import { writeWebBuild } from '#testing/web-build.ts';
import { registerWebApp } from './web-app.ts';

test('sends the compressed copy in place of a file, and under no address of its own', async () => {
  const root = mkdtempSync(join(tmpdir(), 'spotter-web-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'dist');
  writeWebBuild(folder, { 'assets/start.js': 'plain', 'assets/start.js.br': 'compressed' });
  const app = fastify();
  const database = await cloneDatabase('empty');
  const { db, close } = connect(database.url, { max: 1, onError: () => {} });
  onTestFinished(async () => {
    await close();
    await database.drop();
  });
  await registerWebApp(app, { folder, db, publicUrl: 'https://spotter.example' });
  const get = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } });
  expect((await get('/assets/start.js', 'identity')).body).toBe('plain');
  const { body, headers } = await get('/assets/start.js', 'br');
  expect([body, headers['content-encoding']]).toEqual(['compressed', 'br']);
  expect(headers['cache-control']).toContain('immutable');
  expect((await get('/assets/start.js.br', 'identity')).body).not.toBe('compressed');
});
