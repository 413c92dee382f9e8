import { contrast } from '@spotter/contract/theme/color-math.ts';
import { AA_TEXT, onColor } from '@spotter/contract/theme/contrast.ts';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFileKey } from '#platform/file-store.ts';
import { registerForms } from '#platform/http/forms.ts';
import { newId } from '#platform/ids.ts';
import { createOffload } from '#platform/offload/offload.ts';
import { useTestApp } from '#testing/app.ts';
import { registerHomeScreen } from './home-screen.service.ts';
import { shortNameOf } from './manifest.format.ts';
import { registerShareTarget } from './share-target.service.ts';

const app = useTestApp();

const offload = createOffload();
let server: FastifyInstance;
beforeAll(() => {
  server = fastify();
  registerForms(server);
  registerHomeScreen(server, { ...app(), offload });
  registerShareTarget(server);
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
  const pictures = [...manifest.icons, ...manifest.screenshots];
  expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${purpose} ${sizes}`).sort()).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
    'monochrome 192x192',
    'monochrome 512x512',
  ]);
  for (const { src, sizes } of pictures) {
    const icon = await server.inject(src);
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
    expect(icon.headers['cache-control']).toContain('immutable');
    expect(await sizeOf(icon.rawPayload)).toBe(sizes);
  }
  // A page names them without a version, and an older page with an older one.
  for (const file of ['icon-180.png', 'splash-1179x2556.png', 'icon-192.png?v=older']) {
    const { statusCode, headers } = await server.inject(`${brand()}/${file}`);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
  }
  expect((await server.inject(`${brand()}/splash-1x1.png`)).statusCode).not.toBe(200);
});

const sizeOf = async (picture: Buffer) => {
  const { width, height } = await sharp(picture).metadata();
  return `${width}x${height}`;
};

test('stays the same app when the brand changes, and names other pictures', async () => {
  const { db, cast } = app();
  const read = async () => (await server.inject(`${brand()}/manifest.webmanifest`)).json();
  const rename = (name: string) =>
    db.updateTable('organizations').set({ name }).where('id', '=', cast.organizations.ironHarbour).execute();
  const before = await read();
  await rename('Harbour Strength Club');
  const after = await read();
  await rename('Iron Harbour');
  expect(after).toMatchObject({ id: before.id, scope: before.scope, start_url: before.start_url });
  expect([after.name, after.short_name]).toEqual(['Harbour Strength Club', 'Harbour']);
  for (const [index, { src }] of before.icons.entries()) expect(after.icons[index].src).not.toBe(src);
});

test('keeps whole words in the name under the icon', () => {
  expect(shortNameOf('Iron Harbour')).toBe('Iron Harbour');
  expect(shortNameOf('The Extraordinarily Long Gym')).toBe('The');
  expect(shortNameOf('Extraordinarily')).toBe('Extraordinarily');
});

/** The share of a picture's side that lies between its outermost drawn points, from the middle. */
async function reachOf(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = info.width / 2;
  let reach = 0;
  for (let at = 0; at < data.length; at += 4) {
    const isGround = [0, 1, 2, 3].every((channel) => Math.abs((data[at + channel] ?? 0) - (data[channel] ?? 0)) < 8);
    if (isGround) continue;
    const [x, y] = [(at / 4) % info.width, Math.floor(at / 4 / info.width)];
    reach = Math.max(reach, Math.hypot(x - middle, y - middle) / info.width);
  }
  return reach;
}

test('keeps a logo inside what phones leave of a maskable icon, and its outline in a monochrome one', async () => {
  const { db, cast, files } = app();
  const organization_id = cast.organizations.ironHarbour;
  const logo = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#ff000080' } })
    .png()
    .toBuffer();
  const key = newFileKey('image/png');
  await files.put(key, logo, 'image/png');
  const setTheme = (theme: object) => {
    const config = JSON.stringify(theme);
    return db
      .insertInto('organization_themes')
      .values({ organization_id, config })
      .onConflict((known) => known.column('organization_id').doUpdateSet({ config }))
      .execute();
  };
  await setTheme({ assets: { logo: { url: `/files/${key}`, height: 40 } } });
  const picture = async (file: string) => (await server.inject(`${brand()}/${file}`)).rawPayload;
  expect(await reachOf(await picture('maskable-512.png'))).toBeLessThanOrEqual(0.4);
  expect(await reachOf(await picture('icon-512.png'))).toBeGreaterThan(0.4);
  const monochrome = await sharp(await picture('monochrome-512.png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = (256 * 512 + 256) * monochrome.info.channels;
  expect([...monochrome.data.subarray(0, 4)][3]).toBe(0);
  expect([...monochrome.data.subarray(middle, middle + 4)]).toEqual([255, 255, 255, 128]);
  await setTheme({});
});

test('passes shared words on to the page, and says which photos it could not take', async () => {
  const share = async (fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const sent = new Response(form);
    const { statusCode, headers } = await server.inject({
      method: 'POST',
      url: '/app/share',
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return [statusCode, headers.location];
  };
  expect(await share({ text: 'Six? & seven', url: 'https://gym.example/a', role: 'x' })).toEqual([
    303,
    '/app/share?text=Six%3F+%26+seven&url=https%3A%2F%2Fgym.example%2Fa',
  ]);
  expect(await share({ text: 'Look', photos: new Blob(['small']) })).toEqual([
    303,
    '/app/share?text=Look&missed=photos',
  ]);
  expect(await share({ photos: new Blob(['x'.repeat(100_000)]) })).toEqual([303, '/app/share?missed=photos']);
  expect(await share({ text: 'x'.repeat(10_000) })).toEqual([303, '/app/share?missed=text']);
});

test("draws the initials on the gym's color until it has a picture", async () => {
  const { rawPayload } = await server.inject(`${brand()}/icon-192.png`);
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  const [red, green, blue] = [...data.subarray(0, 3)];
  const { theme_color } = (await server.inject(`${brand()}/manifest.webmanifest`)).json();
  const hex = [red, green, blue].map((part) => (part ?? 0).toString(16).padStart(2, '0')).join('');
  expect(`#${hex}`).toBe(theme_color.toLowerCase());
  expect(contrast(theme_color, onColor(theme_color))).toBeGreaterThanOrEqual(AA_TEXT);
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
