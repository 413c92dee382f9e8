import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { png } from '#testing/hostile/hostile-pictures.ts';

const app = useTestApp();
const params = () => ({ id: app().cast.organizations.ironHarbour });
const olga = () => app().as(app().cast.olga);

const file = (body: Uint8Array | string, name = 'logo.png') =>
  new File([typeof body === 'string' ? body : new Uint8Array(body)], name);

const picture = async (width = 900, height = 600, type: 'png' | 'jpeg' | 'webp' = 'png') =>
  file(
    await sharp({ create: { width, height, channels: 3, background: '#c33' } })
      .withExif({ IFD0: { Copyright: 'made at home' } })
      .toFormat(type)
      .toBuffer(),
  );

const svg = (inside: string, about = 'width="64" height="32"') =>
  file(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${about}>${inside}</svg>`, 'logo.svg');

type Form = { asset_type?: 'logo' | 'favicon' | 'workout_icon'; workout_type?: 'cardio' | 'sports' };
const upload = async (given: File, form: Form = {}) =>
  (await olga()).uploadAsset({ params: params(), body: { file: given, asset_type: 'logo', ...form } });
const served = async (url: string) => (await app().http.inject(url)).rawPayload;

describe('uploading an image', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('draws a %s anew as PNG, without metadata', async (type) => {
    const { status, body } = await upload(await picture(900, 600, type));
    expect(status).toBe(201);
    expect(body).toMatchObject({ asset_type: 'logo', workout_type: null, width: 600, height: 400 });
    const stored = await served(body.url);
    const { format, width, exif } = await sharp(stored).metadata();
    expect([format, width, exif]).toEqual(['png', 600, undefined]);
    expect([stored.length, stored.includes('made at home')]).toEqual([body.bytes, false]);
  });

  test('makes a square of an icon, and keeps which workout it is for', async () => {
    const { body } = await upload(await picture(), { asset_type: 'workout_icon', workout_type: 'sports' });
    expect(body).toMatchObject({ asset_type: 'workout_icon', workout_type: 'sports', width: 256, height: 256 });
  });

  test('draws a small drawing in the size it is used in', async () => {
    const { body } = await upload(svg('<rect width="64" height="32" fill="#0ea5e9"/>'));
    expect([body.content_type, body.width, body.height]).toEqual(['image/png', 800, 400]);
  });

  test.each([
    ['a script', '<script>alert(1)</script><rect/>'],
    ['a script by attribute', '<rect onload="alert(1)"/>'],
    ['a page', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'],
    ['a file of the server', '<image href="file:///etc/passwd" width="9" height="9"/>'],
    ['a picture under a prefix', '<s:image xmlns:s="http://www.w3.org/2000/svg" href="data:image/png;base64,AA=="/>'],
    ['a picture from elsewhere', '<image href="https://evil.example/x.png" width="9" height="9"/>'],
  ])('refuses a drawing with %s', async (_, inside) => {
    const { status, error } = await upload(svg(inside));
    expect([status, error.code, error.details]).toEqual([
      400,
      'image_invalid',
      { file: ['This drawing contains a script or other pictures. Export it as a PNG.'] },
    ]);
  });

  test('refuses a drawing with entities, a compressed one, and one of a million pixels a side', async () => {
    const packed = file(gzipSync(await svg('<rect/>').bytes()));
    const entities = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(100)}">]>`;
    const bomb = file(`${entities}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a;</text></svg>`);
    for (const given of [bomb, packed, svg('<rect/>', 'width="1000000" height="1000000"')]) {
      const { status, error } = await upload(given);
      expect([status, error.code]).toEqual([400, 'image_invalid']);
    }
  });

  test('refuses a PNG that unpacks to gigabytes, before it does', async () => {
    const { status, error } = await upload(file(png({ width: 50_000, height: 50_000, headOnly: true })));
    expect([status, error.details]).toEqual([
      400,
      { file: ['This picture is too large (2500 megapixels). Use one with up to 12.'] },
    ]);
  });

  test('refuses a photo of 40 megapixels and says how many are allowed', async () => {
    const { status, error } = await upload(file(await jpegOf(8000, 5000)));
    expect([status, error.details]).toEqual([
      400,
      { file: ['This picture is too large (40 megapixels). Use one with up to 12.'] },
    ]);
  });

  test.each([
    ['a page under a false name', '<html><script>alert(1)</script></html>'],
    ['nothing', ''],
    ['half an image', '\u0089PNG\r\n\u001a\n'],
  ])('refuses %s', async (_, body) => {
    const { status, error } = await upload(file(body));
    expect([status, error.code]).toEqual([400, 'image_invalid']);
  });

  test('refuses an icon without its workout, and a logo with one', async () => {
    const icon = await upload(await picture(), { asset_type: 'workout_icon' });
    const logo = await upload(await picture(), { workout_type: 'cardio' });
    for (const { status, error } of [icon, logo])
      expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['workout_type']]);
  });

  test("is for the caller's own organization", async () => {
    const other = { id: app().cast.organizations.nightShift };
    const body = { file: await picture(), asset_type: 'logo' as const };
    expect((await (await olga()).uploadAsset({ params: other, body })).error.code).toBe('organization_not_found');
  });
});

describe('the list of images', () => {
  test('has the newest first, and only those of a type if one is asked for', async () => {
    const icon = (await upload(await picture(), { asset_type: 'favicon' })).body;
    const logo = (await upload(await picture())).body;
    const admin = await olga();
    const { body } = await admin.listAssets({ params: params() });
    expect(body.results.slice(0, 2)).toEqual([logo, icon]);
    const icons = (await admin.listAssets({ params: params(), query: { asset_type: 'favicon' } })).body.results;
    expect(icons.map(({ id }) => id)).toContain(icon.id);
    for (const { asset_type } of icons) expect(asset_type).toBe('favicon');
  });
});

describe('deleting an image', () => {
  test('removes the file too', async () => {
    const { body } = await upload(await picture());
    const admin = await olga();
    const one = { ...params(), assetId: body.id };
    expect((await admin.deleteAsset({ params: one })).status).toBe(204);
    await app().runJobs();
    expect((await app().http.inject(body.url)).statusCode).toBe(404);
    expect((await admin.deleteAsset({ params: one })).error.code).toBe('asset_not_found');
  });

  test('that a theme shows is refused by name, and with force takes it out of the themes', async () => {
    const admin = await olga();
    const logo = (await upload(await picture())).body;
    const icon = (await upload(await picture(), { asset_type: 'workout_icon', workout_type: 'cardio' })).body;
    const theme = {
      assets: {
        logo: { url: logo.url, height: 44 },
        workoutIcons: { cardio: { type: 'image' as const, value: icon.url } },
      },
    };
    expect((await admin.updateOrganizationTheme({ params: params(), body: theme })).status).toBe(200);
    const saved = (await admin.createSavedTheme({ params: params(), body: { name: 'Loud', theme } })).body;
    const one = (assetId: string) => ({ params: { ...params(), assetId } });
    const refused = await admin.deleteAsset(one(logo.id));
    expect([refused.status, refused.error.details]).toEqual([
      409,
      { asset: ['Your published theme shows it', 'The saved theme Loud shows it'] },
    ]);
    for (const { id } of [logo, icon])
      expect((await admin.deleteAsset({ ...one(id), query: { force: true } })).status).toBe(204);
    const published = (await app().visitor.getOrganizationTheme({ params: params() })).body.theme;
    const kept = (await admin.getSavedTheme({ params: { ...params(), themeId: saved.id } })).body.theme;
    for (const { assets } of [published, kept]) {
      expect(assets.logo).toEqual({ url: null, height: 44 });
      expect(assets.workoutIcons.cardio).toEqual({ type: 'icon', value: 'heart-pulse' });
    }
  });
});

/** A JPEG that says it is this large: its content need not be, because it is refused unread. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#c33' } })
    .jpeg({ progressive: false })
    .toBuffer();
  const frame = small.indexOf(Buffer.from([0xff, 0xc0]));
  small.writeUInt16BE(height, frame + 5);
  small.writeUInt16BE(width, frame + 7);
  return small;
}
