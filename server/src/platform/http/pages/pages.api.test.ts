import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addInviteCode } from '#testing/invites.ts';

const app = useTestApp({ RATE_LIMITS: 'on' });

const get = (url: string, remoteAddress: string) => app().http.inject({ url, remoteAddress });

test('a network opens so many pages a minute, and another one is not affected', async () => {
  await app()
    .db.insertInto('rate_limits')
    .values({ bucket: 'page:203.0.113.7', used: 1_140, resets_at: new Date(Date.now() + 3_600_000) })
    .execute();
  const answers: number[] = [];
  for (let asked = 0; asked < 62; asked++) answers.push((await get('/i/card.png', '203.0.113.7')).statusCode);
  expect(answers).toEqual([...Array(60).fill(200), 429, 429]);
  expect((await get('/i/card.png', '203.0.113.8')).statusCode).toBe(200);
});

test('a valid link is counted as a guess once, not each time it is shown', async () => {
  const { db, cast } = app();
  const code = await addInviteCode(db, cast.organizations.ironHarbour);
  const written = async () => {
    const { rows } = await app().pool.query<{ xmin: string }>(
      `select xmin from rate_limits where bucket = 'invite:203.0.113.9'`,
    );
    return rows[0]?.xmin;
  };
  expect((await get(`/i/org/${code}/card.png`, '203.0.113.9')).statusCode).toBe(200);
  const once = await written();
  for (let asked = 0; asked < 5; asked++) await get(`/i/org/${code}/card.png`, '203.0.113.9');
  expect([once === undefined, await written()]).toEqual([false, once]);
});
