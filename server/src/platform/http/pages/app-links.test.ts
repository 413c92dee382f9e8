import fastify from 'fastify';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '#platform/config.ts';
import { linkOrigin, originAsked } from '../../native-apps.ts';
import { registerAppLinks } from './app-links.ts';

const TOKEN_SECRET = 'a secret that only the tests of this very run ever use';
const [PLAY, OWN] = ['AB'.repeat(32), '0c:'.repeat(31).concat('0d')];
const IRON = '0198f2aa-0000-7000-8000-000000000001';
const settings = {
  IOS_APPS:
    'A1B2C3D4E5.app.spotter, Z9Y8X7W6V5.com.ironharbour@app.ironharbour.example#0198f2aa-0000-7000-8000-000000000001',
  ANDROID_APPS: `app.spotter=${PLAY},app.spotter=${OWN},com.ironharbour=${PLAY}@app.ironharbour.example#${IRON}`,
};

async function ask(file: string, host: string, env: Record<string, string> = settings) {
  const app = fastify();
  registerAppLinks(app, loadConfig({ TOKEN_SECRET, ...env }));
  const answer = await app.inject({ url: `/.well-known/${file}`, headers: { host } });
  return { status: answer.statusCode, type: answer.headers['content-type'], body: answer.json() };
}

test.each([
  ['app.ironharbour.example', 'Z9Y8X7W6V5.com.ironharbour'],
  ['spotter.example:8443', 'A1B2C3D4E5.app.spotter'],
])('%s opens its invite links in %s', async (host, appId) => {
  expect(await ask('apple-app-site-association', host)).toEqual({
    status: 200,
    type: 'application/json; charset=utf-8',
    body: {
      applinks: {
        details: [
          {
            appIDs: [appId],
            components: [
              { '/': '/i/*/card.png', exclude: true },
              { '/': '/i/*' },
              { '/': '/join/*' },
              { '/': '/invite/*' },
              { '/': '/sessions/shared/*' },
              { '/': '/g/*' },
            ],
          },
        ],
      },
      webcredentials: { apps: [appId] },
    },
  });
});

test.each([
  [IRON, 'com.ironharbour'],
  ['0198f2aa-0000-7000-8000-000000000002', 'app.spotter'],
  [null, 'app.spotter'],
])('the links of organization %s open in %s', async (organizationId, appId) => {
  const config = loadConfig({ TOKEN_SECRET, PUBLIC_URL: 'https://spotter.example', MAIL_REQUIRED: 'off', ...settings });
  const { hostname, origin } = new URL(linkOrigin(config, organizationId));
  expect(originAsked(config, hostname)).toBe(origin);
  const [ios, android] = [await ask('apple-app-site-association', hostname), await ask('assetlinks.json', hostname)];
  expect(ios.body.applinks.details[0].appIDs).toEqual([expect.stringContaining(`.${appId}`)]);
  expect(android.body).toMatchObject([{ target: { package_name: appId } }]);
});

test('refuses two hosts for one organization', () => {
  const ANDROID_APPS = `com.ironharbour=${PLAY}@other.example#${IRON}`;
  expect(() => loadConfig({ TOKEN_SECRET, ...settings, ANDROID_APPS })).toThrow(ConfigError);
});

test('names an Android app once, with each certificate as Android writes it', async () => {
  const { status, type, body } = await ask('assetlinks.json', 'spotter.example');
  expect([status, type]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body).toMatchObject([
    {
      relation: expect.arrayContaining(['delegate_permission/common.handle_all_urls']),
      target: {
        namespace: 'android_app',
        package_name: 'app.spotter',
        sha256_cert_fingerprints: [Array(32).fill('AB').join(':'), [...Array(31).fill('0C'), '0D'].join(':')],
      },
    },
  ]);
  const own = await ask('assetlinks.json', 'app.ironharbour.example');
  expect(own.body).toMatchObject([{ target: { package_name: 'com.ironharbour' } }]);
});

test('names no app while the settings name none', async () => {
  for (const file of ['apple-app-site-association', 'assetlinks.json'])
    expect((await ask(file, 'spotter.example', {})).status).not.toBe(200);
});

test.each([
  ['IOS_APPS', 'app.spotter'],
  ['IOS_APPS', 'A1B2C3D4E5.app.spotter#0198f2aa'],
  ['IOS_APPS', 'A1B2C3D4E5.app.spotter@https://x.example'],
  ['ANDROID_APPS', 'app.spotter=AB:CD'],
  ['ANDROID_APPS', 'app.spotter'],
  ['APNS_KEYS', 'A1B2C3D4E5:K1E2Y3I4D5:bm8ga2V5'],
  ['APNS_ORIGIN', 'http://push.example'],
  ['FCM_ACCOUNT', '{"project_id":"x"}'],
  ['FCM_ACCOUNT', 'not json'],
])('refuses %s=%s at the start', (name, value) => {
  expect(() => loadConfig({ TOKEN_SECRET, [name]: value })).toThrow(ConfigError);
});
