import fastify from 'fastify';
import { expect, test } from 'vitest';
import { loadConfig } from '#platform/config.ts';
import { registerAppOrigins } from './app-origins.ts';

const TOKEN_SECRET = 'a secret that only the tests of this very run ever use';
const apps = { IOS_APPS: 'A1B2C3D4E5.app.spotter', ANDROID_APPS: `app.spotter=${'AB'.repeat(32)}` };

async function ask(origin: string, env: Record<string, string>, method: 'GET' | 'OPTIONS' = 'GET', url = '/api/v1/x/') {
  const app = fastify();
  registerAppOrigins(app, loadConfig({ TOKEN_SECRET, ...env }));
  app.get('/api/v1/x/', () => 'x');
  app.get('/files/x', () => 'x');
  const { statusCode, headers } = await app.inject({ url, method, headers: { origin } });
  return { status: statusCode, allowed: headers['access-control-allow-origin'], headers };
}

test.each(['capacitor://localhost', 'https://localhost'])('lets an app call from %s', async (origin) => {
  expect(await ask(origin, apps)).toMatchObject({ status: 200, allowed: origin, headers: { vary: 'origin' } });
  const preflight = await ask(origin, apps, 'OPTIONS');
  expect(preflight).toMatchObject({ status: 204, allowed: origin });
  for (const name of ['authorization', 'idempotency-key', 'x-use-new-timezone', 'last-event-id'])
    expect(preflight.headers['access-control-allow-headers']).toContain(name);
  expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
});

test.each([
  ['another site', 'https://evil.example', apps],
  ['a page on the phone that is no app', 'http://localhost', apps],
  ["an iOS app that the settings don't name", 'capacitor://localhost', { ANDROID_APPS: apps.ANDROID_APPS }],
  ['any app without settings', 'https://localhost', {}],
])('lets %s call nothing', async (_who, origin, env) => {
  for (const method of ['GET', 'OPTIONS'] as const)
    expect((await ask(origin, env as Record<string, string>, method)).allowed).toBeUndefined();
});

test('opens nothing but the API', async () => {
  expect((await ask('https://localhost', apps, 'GET', '/files/x')).allowed).toBeUndefined();
});
