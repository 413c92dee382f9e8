import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { defaultTheme } from '../../contract/src/theme/theme-default.ts';
import { root } from '../web-build.ts';
import { brandFor } from './brand.ts';
import { brandProperties, capacitorConfig, xcconfig } from './brand-files.ts';
import { imagesOf } from './images.ts';
import { appPage } from './page.ts';

const ID = '0198f2aa-0000-7000-8000-000000000001';

/** A server that knows one organization. */
const server =
  (name: string, logo: string | null = null): typeof fetch =>
  async (input) => {
    const { pathname } = new URL(String(input));
    if (pathname === '/files/logo.png') return new Response(new Uint8Array([1, 2, 3]));
    if (pathname !== `/api/v1/organizations/${ID}/theme/`) return new Response('{}', { status: 404 });
    const colors = { ...defaultTheme.colors, primary: '#0a7f5aff' };
    const assets = { ...defaultTheme.assets, logo: { ...defaultTheme.assets.logo, url: logo } };
    const theme = { ...defaultTheme, colors, assets };
    return Response.json({ organization_id: ID, organization_name: name, theme, version: '1' });
  };
const wishes = { organization: ID, server: 'https://app.ironharbour.example' };

test("a gym's own app has its id, name, host, colors and picture", async () => {
  const brand = await brandFor(wishes, server('Iron Harbour – Café', '/files/logo.png'));
  expect(brand).toMatchObject({
    appId: 'app.spotter.ironharbourcafe',
    appName: 'Iron Harbour – Café',
    host: 'app.ironharbour.example',
    organization: ID,
    picture: new Uint8Array([1, 2, 3]),
  });
  expect(capacitorConfig(brand)).toMatchObject({ appId: brand.appId, appName: brand.appName });
  expect(xcconfig(brand)).toContain('APP_NAME = Iron Harbour – Café\nAPP_HOST = app.ironharbour.example\n');
  expect(brandProperties(brand)).toContain(
    'appName=Iron Harbour \\u2013 Caf\\u00e9\nappHost=app.ironharbour.example\nappColor=#0a7f5a\n',
  );
});

test("the command's own words come first", async () => {
  const more = { 'app-id': 'com.ironharbour.app', host: 'ironharbour.example', 'google-client-id': '1-a.apps.x.com' };
  const brand = await brandFor({ ...wishes, ...more }, server('24/7 Gym'));
  expect(brand).toMatchObject({ appId: 'com.ironharbour.app', host: 'ironharbour.example' });
  expect(xcconfig(brand)).toContain('APP_URL_SCHEME = com.x.apps.1-a');
  expect((await brandFor(wishes, server('24/7 Gym'))).appId).toBe('app.spotter.gym247gym');
});

test.each([
  [{ ...wishes, organization: 'unknown' }, 'knows no organization unknown'],
  [{ server: 'http://gym.example' }, 'must begin with https://'],
  [{ server: 'gym' }, 'is no address'],
  [{ 'app-id': 'my gym' }, 'is no app id'],
  [{ host: 'https://gym.example' }, 'is no host name'],
])('%o is refused with a reason', async (asked, reason) => {
  await expect(brandFor(asked, server('Iron Harbour'))).rejects.toThrow(reason);
});

test("a name can't break out of the files it is written to", async () => {
  const brand = await brandFor(wishes, server('A // b\nAPP_ID = x'));
  // The server lets no name have more than one line; a slash pair would begin a comment.
  expect(xcconfig({ ...brand, appName: 'A // b' })).toContain('APP_NAME = A /$()/ b\n');
  expect(brandProperties(brand)).toContain('appName=A // b\\u000aAPP_ID = x\n');
});

test("the app's page may ask its own server and no other", () => {
  const html =
    '<html><head><meta charset="utf-8" /><title>Spotter</title><link rel="manifest" href="/m"></head></html>';
  const page = appPage(html, { server: 'https://app.ironharbour.example', appName: 'Tom & Ann' });
  expect(page).toContain("connect-src 'self' https://app.ironharbour.example;");
  expect(page).toContain('<title>Tom &amp; Ann</title>');
  expect(page).not.toContain('manifest');
});

test.each(['0198f2aa', null])(
  'draws pictures in their sizes, without transparency (organization %s)',
  async (organization) => {
    const brand = { ...(await brandFor(wishes, server('Iron Harbour'))), organization };
    const [ios, android] = [imagesOf('ios', brand), imagesOf('android', brand)];
    for (const path of [...ios.keys(), ...android.keys()]) expect(existsSync(`${root}/${path}`)).toBe(true);
    const drawn = async (images: typeof ios, end: string) =>
      sharp(await [...images].find(([path]) => path.endsWith(end))?.[1]()).metadata();
    expect(await drawn(ios, 'AppIcon-512@2x.png')).toMatchObject({ width: 1024, height: 1024, hasAlpha: false });
    expect(await drawn(android, 'drawable-port-mdpi/splash.png')).toMatchObject({ width: 320, height: 480 });
  },
);
