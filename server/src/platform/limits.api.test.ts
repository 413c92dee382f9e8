import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';

const app = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });

beforeEach(() => app().db.deleteFrom('rate_limits').execute());
afterEach(() => app().db.deleteFrom('logins').execute());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const guess = (email: string, address: string, password = 'not this one') =>
  app().visitor.login({ body: { email, password }, ...from(address) });
const many = <T>(length: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length }, (_, index) => make(index)));
const tally = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('guessing a password', () => {
  test('is limited for an account, also when all guesses come at once and from everywhere', async () => {
    const answers = await many(25, (index) => guess(app().cast.ana.email, `203.0.113.${index}`));
    expect(tally(answers)).toEqual({ 401: 10, 429: 15 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error.code).toBe('too_many_requests');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(800);
    // Not even the right one gets in from there now.
    expect((await guess(app().cast.ana.email, '203.0.113.99', castPassword)).status).toBe(429);
  });

  test('looks the same for an account there is none of', async () => {
    expect(tally(await many(25, () => guess('nobody@nowhere.example', '203.0.113.9')))).toEqual({ 401: 10, 429: 15 });
  });

  test('is limited for an address, whatever accounts it tries', async () => {
    const answers = await many(40, (index) => guess(`person${index}@nowhere.example`, '198.51.100.1'));
    expect(tally(answers)).toEqual({ 401: 30, 429: 10 });
    expect((await guess('other@nowhere.example', '198.51.100.2')).status).toBe(401);
  });

  test('by strangers does not keep the owner out where they have signed in before', async () => {
    const { email } = app().cast.ben;
    expect((await guess(email, '192.0.2.10', castPassword)).status).toBe(200);
    await many(15, (index) => guess(email, `203.0.113.${index}`));
    expect((await guess(email, '203.0.113.50', castPassword)).status).toBe(429);
    expect((await guess(email, '192.0.2.10', castPassword)).status).toBe(200);
  });

  test('from the owner’s own address is limited as well', async () => {
    const { email } = app().cast.ben;
    expect((await guess(email, '192.0.2.10', castPassword)).status).toBe(200);
    expect(tally(await many(15, () => guess(email, '192.0.2.10')))).toEqual({ 401: 10, 429: 5 });
  });

  test('is counted by the address the proxy saw, not by what the caller adds before it', async () => {
    const answers = await many(40, (index) => guess(`person${index}@nowhere.example`, `10.0.0.${index}, 198.51.100.7`));
    expect(tally(answers)).toEqual({ 401: 30, 429: 10 });
  });
});

describe('the general budget', () => {
  test('is not used up by thirty requests that come at once', async () => {
    const ana = await app().as(app().cast.ana);
    expect(tally(await many(30, () => ana.getMe()))).toEqual({ 200: 30 });
    expect(tally(await many(200, () => ana.getUnreadCount()))).toEqual({ 200: 200 });
  });

  test('is finite, says when it resets, and belongs to one caller', async () => {
    const { cast, db } = app();
    await db
      .insertInto('rate_limits')
      .values({ bucket: `user:${cast.cleo.id}`, used: 1_200, resets_at: new Date(Date.now() + 30_000) })
      .execute();
    const answer = await (await app().as(cast.cleo)).getMe();
    expect([answer.status, answer.error.code]).toEqual([429, 'too_many_requests']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(25);
    expect((await (await app().as(cast.dov)).getMe()).status).toBe(200);
  });

  test('is drawn on by tokens that are no good', async () => {
    const { db, http } = app();
    await db
      .insertInto('rate_limits')
      .values({ bucket: 'address:198.51.100.200', used: 2_400, resets_at: new Date(Date.now() + 30_000) })
      .execute();
    const response = await http.inject({
      url: '/api/v1/users/me/',
      headers: { authorization: 'Bearer made.up.token', 'x-forwarded-for': '198.51.100.200' },
    });
    expect(response.statusCode).toBe(429);
  });
});

test('asking for mails is limited by address, and says the same for any address of a person', async () => {
  const ask = (email: string) => app().visitor.requestPasswordReset({ body: { email }, ...from('198.51.100.30') });
  const answers = await many(25, (index) => ask(index % 2 ? app().cast.ana.email : `nobody${index}@nowhere.example`));
  expect(tally(answers)).toEqual({ 202: 20, 429: 5 });
});
