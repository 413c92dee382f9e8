import { expect, test } from 'vitest';
import { newFileKey } from '#platform/file-store.ts';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp({ RATE_LIMITS: 'on' });

test('a network gets so many files a minute, and another one is not affected', async () => {
  const { db, files, http } = app();
  const key = newFileKey('image/webp');
  await files.put(key, Buffer.from('a picture'), 'image/webp');
  await db
    .insertInto('rate_limits')
    .values({ bucket: 'file:203.0.113.7', used: 6_000, resets_at: new Date(Date.now() + 3_600_000) })
    .execute();
  const get = (remoteAddress: string) => http.inject({ url: `/files/${key}`, remoteAddress });
  const refused = await get('203.0.113.7');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
  expect((await get('203.0.113.8')).payload).toBe('a picture');
});
