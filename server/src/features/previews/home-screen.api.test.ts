import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createOffload } from '#platform/offload/offload.ts';
import { useTestApp } from '#testing/app.ts';
import { registerHomeScreen } from './home-screen.service.ts';

const app = useTestApp();

const offload = createOffload();
let server: FastifyInstance;
beforeAll(() => {
  server = fastify();
  registerHomeScreen(server, { ...app(), offload });
});
afterAll(() => {
  offload.close();
  return server.close();
});

const brand = () => `/brand/${app().cast.organizations.ironHarbour}`;

test('gives a phone the name, colors and icons of the gym', async () => {
  const answer = await server.inject(`${brand()}/manifest.webmanifest`);
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  const manifest = answer.json();
  expect(manifest).toMatchObject({ id: '/app', name: 'Iron Harbour', start_url: '/app', display: 'standalone' });
  expect(manifest.theme_color).toMatch(/^#/);
  for (const { src, sizes } of manifest.icons) {
    const icon = await server.inject(src);
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
    const { width, height } = await sharp(icon.rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('draws the initials on the gym’s color until it has a picture', async () => {
  const { rawPayload } = await server.inject(`${brand()}/icon-192.png`);
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  const [red, green, blue] = [...data.subarray(0, 3)];
  const { theme_color } = (await server.inject(`${brand()}/manifest.webmanifest`)).json();
  const hex = [red, green, blue].map((part) => (part ?? 0).toString(16).padStart(2, '0')).join('');
  expect(`#${hex}`).toBe(theme_color.toLowerCase());
  const middle = (info.height / 2) * info.width * info.channels;
  const row = data.subarray(middle, middle + info.width * info.channels);
  expect([...row].some((part, at) => part !== row[at % info.channels])).toBe(true);
});

test('serves only active organizations, and names those with their own brand', async () => {
  const { db, cast } = app();
  const manifest = (id: string) => server.inject(`/brand/${id}/manifest.webmanifest`);
  const status = async (id: string) => (await manifest(id)).statusCode;
  const change = (value: { is_active?: boolean; white_label_enabled?: boolean }) =>
    db.updateTable('organizations').set(value).where('id', '=', cast.organizations.ironHarbour).execute();
  expect(await status(newId())).not.toBe(200);
  expect(await status('nonsense')).not.toBe(200);
  await change({ white_label_enabled: false });
  expect((await manifest(cast.organizations.ironHarbour)).json().name).toBe('Spotter');
  await change({ white_label_enabled: true, is_active: false });
  expect(await status(cast.organizations.ironHarbour)).not.toBe(200);
  await change({ is_active: true });
});
