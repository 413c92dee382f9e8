import { API_ROOT } from '@spotter/contract/api/address.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { endlessDrawing, secondsOf } from '#testing/formats/drawings.ts';
import { png } from '#testing/hostile/hostile-pictures.ts';

const app = useTestApp();

/** A picture as a phone takes it: rotated, with its location. */
const photo = async (type: 'jpeg' | 'png' | 'webp' = 'jpeg') =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c33' } })
          .withExif({ IFD0: { Copyright: 'taken at home' } })
          .withMetadata({ orientation: 6 })
          .toFormat(type)
          .toBuffer(),
      ),
    ],
    'me.jpg',
    { type: `image/${type}` },
  );

const rows = (key: string) => app().db.selectFrom('files').selectAll().where('key', '=', key).execute();
const keyOf = (url: string | null) => (url ?? '').replace('/files/', '');

describe('a profile photo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('is re-encoded from a %s: square and without metadata', async (type) => {
    const ana = await app().as(app().cast.ana);
    const { status, body } = await ana.updateMyAvatar({ body: { file: await photo(type) } });
    expect([status, body.avatar_url]).toEqual([200, expect.stringMatching(/^\/files\/[0-9a-f]{32}\.webp$/)]);
    expect((await ana.getMe()).body.avatar_url).toBe(body.avatar_url);
    const served = await app().http.inject(body.avatar_url ?? '');
    const { format, width, height, exif } = await sharp(served.rawPayload).metadata();
    expect([format, width, height, exif]).toEqual(['webp', 512, 512, undefined]);
    expect(served.rawPayload.includes('taken at home')).toBe(false);
  });

  test('replaces the previous one, and is deleted when removed', async () => {
    const ben = await app().as(app().cast.ben);
    const first = keyOf((await ben.updateMyAvatar({ body: { file: await photo() } })).body.avatar_url);
    const second = keyOf((await ben.updateMyAvatar({ body: { file: await photo() } })).body.avatar_url);
    expect(await rows(first)).toEqual([]);
    expect(await rows(second)).toMatchObject([{ content_type: 'image/webp' }]);
    await app().runJobs();
    expect((await app().http.inject(`/files/${first}`)).statusCode).toBe(404);
    expect((await ben.deleteMyAvatar()).body.avatar_url).toBeNull();
    await app().runJobs();
    expect((await app().http.inject(`/files/${second}`)).statusCode).toBe(404);
  });

  test('is judged by its header: a small file that unpacks to gigabytes is refused before it does', async () => {
    const ana = await app().as(app().cast.ana);
    const hostile = png({ width: 7740, height: 7740, depth: 16, interlaced: true, headOnly: true });
    const spent = await secondsOf(async () => {
      const { status, error } = await ana.updateMyAvatar({ body: { file: new File([hostile], 'me.png') } });
      expect([status, error.details]).toEqual([
        400,
        { file: ['This picture is too large (60 megapixels). Use one with up to 12.'] },
      ]);
    });
    expect(spent).toBeLessThan(2);
  });

  test('of few pixels with too many colors is refused with a way out', async () => {
    const ana = await app().as(app().cast.ana);
    const deep = png({ width: 4000, height: 2500, depth: 16, interlaced: true, headOnly: true });
    const { status, error } = await ana.updateMyAvatar({ body: { file: new File([deep], 'me.png') } });
    expect([status, error.details]).toEqual([
      400,
      { file: ['This picture has more colors than we can open. Save it as a JPEG and try again.'] },
    ]);
  });

  test('needs a verified email', async () => {
    const cleo = await app().as(app().cast.cleo);
    const { status, error } = await cleo.updateMyAvatar({ body: { file: await photo() } });
    expect([status, error.code]).toEqual([403, 'email_not_verified']);
  });

  test('leaves one file when two are sent at once', async () => {
    const dov = await app().as(app().cast.dov);
    const sent = await Promise.all([1, 2, 3].map(async () => dov.updateMyAvatar({ body: { file: await photo() } })));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    const kept = await Promise.all(sent.map(({ body }) => rows(keyOf(body.avatar_url))));
    expect(kept.flat()).toHaveLength(1);
    expect((await dov.getMe()).body.avatar_url).toBe(`/files/${kept.flat()[0]?.key}`);
  });

  test.each([
    ['no image at all', new File(['<script>alert(1)</script>'], 'me.png', { type: 'image/png' })],
    ['a drawing', new File(['<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'], 'me.svg')],
    ['nothing', new File([], 'me.png')],
  ])('is not created from %s', async (_what, file) => {
    const ana = await app().as(app().cast.ana);
    const { status, error } = await ana.updateMyAvatar({ body: { file } });
    expect([status, error.code, error.details]).toEqual([400, 'image_invalid', { file: ['Use a PNG, JPEG or WebP.'] }]);
  });

  test('is refused before a drawing is read', async () => {
    const ana = await app().as(app().cast.ana);
    const spent = await secondsOf(() => ana.updateMyAvatar({ body: { file: endlessDrawing('width="100%"') } }));
    expect(spent).toBeLessThan(2);
  });

  test('is refused when it is too large, missing, or sent as something else', async () => {
    const { http, as, cast } = app();
    const ana = await as(cast.ana);
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'me.png');
    expect((await ana.updateMyAvatar({ body: { file: large } })).error.details).toHaveProperty('file');
    const huge = new File([new Uint8Array(6 * 1024 * 1024)], 'me.png');
    expect((await ana.updateMyAvatar({ body: { file: huge } })).status).toBe(413);
    const missing = await ana.updateMyAvatar({ body: { other: 'x' } as never });
    expect([missing.status, missing.error.details]).toEqual([400, { file: expect.any(Array) }]);
    const headers = { authorization: `Bearer ${await app().tokenFor(cast.ana)}` };
    const url = `${API_ROOT}/users/me/avatar/`;
    const json = await http.inject({ method: 'PUT', url, headers, payload: { file: 'x' } });
    expect([json.statusCode, json.json().code]).toEqual([415, 'unsupported_type']);
    const type = 'multipart/form-data; boundary=x';
    const broken = await http.inject({
      method: 'PUT',
      url,
      headers: { ...headers, 'content-type': type },
      payload: '--y',
    });
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'validation_failed']);
  });

  test('needs a sign-in', async () => {
    expect((await app().visitor.updateMyAvatar({ body: { file: await photo() } })).status).toBe(401);
  });

  test('stays while somebody else has the same one, also in another organization', async () => {
    const { cast, db } = app();
    const ben = await app().as(cast.ben);
    const sharedWithEve = async () => {
      const key = keyOf((await ben.updateMyAvatar({ body: { file: await photo() } })).body.avatar_url);
      await db.updateTable('users').set({ avatar_key: key }).where('id', '=', cast.eve.id).execute();
      return key;
    };
    const eve = await app().as(cast.eve);
    const stays = async (key: string) => {
      await app().runJobs();
      expect((await eve.getMe()).body.avatar_url).toBe(`/files/${key}`);
      expect((await app().http.inject(`/files/${key}`)).statusCode).toBe(200);
    };
    const replaced = await sharedWithEve();
    await ben.deleteMyAvatar();
    await stays(replaced);
    const left = await sharedWithEve();
    expect((await ben.deleteMe({ body: { password: castPassword } })).status).toBe(204);
    await stays(left);
  });

  test('is deleted with the account', async () => {
    const { cast, db } = app();
    const dov = await app().as(cast.dov);
    const key = keyOf((await dov.updateMyAvatar({ body: { file: await photo() } })).body.avatar_url);
    expect((await dov.deleteMe({ body: { password: castPassword } })).status).toBe(204);
    expect(await db.selectFrom('users').select('id').where('id', '=', cast.dov.id).execute()).toEqual([]);
    expect(await rows(key)).toEqual([]);
    await app().runJobs();
    expect((await app().http.inject(`/files/${key}`)).statusCode).toBe(404);
  });
});
