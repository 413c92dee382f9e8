import { randomBytes } from 'node:crypto';
import { dailyLimits } from '@spotter/contract/limits.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { addFriends } from '#testing/test-data.ts';
import { newId } from './ids.ts';
import { createLimits, networkOf } from './limits.ts';

const app = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });

beforeEach(async () => {
  await app().db.deleteFrom('rate_limits').execute();
  await app().db.deleteFrom('guesses').execute();
});
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
  const retryAfter = (answer: { headers: Record<string, unknown> } | undefined) =>
    Number(answer?.headers['retry-after']);

  test('slows down after ten tries, even in parallel, and holds few requests', async () => {
    for (const email of [app().cast.ana.email, 'nobody@nowhere.example']) {
      await app().db.deleteFrom('rate_limits').execute();
      const answers = await many(25, () => guess(email, '203.0.113.9'));
      const { 401: judged = 0, 429: slowed = 0 } = tally(answers);
      expect(judged + slowed).toBe(25);
      expect(judged).toBeGreaterThanOrEqual(10);
      expect(judged).toBeLessThanOrEqual(14);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.error.code).toBe('too_many_requests');
      expect(retryAfter(refused)).toBeLessThanOrEqual(8);
    }
  });

  test('doubles the wait with each try, up to five minutes, and resets after a correct one', async () => {
    const { email } = app().cast.ana;
    const { db } = app();
    expect((await guess(email, '203.0.113.9')).status).toBe(401);
    for (const [taken, pause] of [
      [14, 16],
      [40, 300],
    ] as const) {
      await db.updateTable('guesses').set({ taken, next_at: new Date() }).execute();
      expect((await guess(email, '203.0.113.9')).status).toBe(401);
      const tooSoon = await guess(email, '203.0.113.9', castPassword);
      expect(tooSoon.status).toBe(429);
      expect(retryAfter(tooSoon)).toBeGreaterThan(pause - 10);
      expect(retryAfter(tooSoon)).toBeLessThanOrEqual(pause);
    }
    await db.updateTable('guesses').set({ next_at: new Date() }).execute();
    expect((await guess(email, '203.0.113.9', castPassword)).status).toBe(200);
    expect((await guess(email, '203.0.113.9')).status).toBe(401);
    expect((await guess(email, '203.0.113.9', castPassword)).status).toBe(200);
  });

  test('by strangers never locks out the owner, even on a new address', async () => {
    const { email } = app().cast.ben;
    await many(20, () => guess(email, '203.0.113.1'));
    await many(55, (index) => guess(email, `198.51.100.${index}`));
    expect((await guess(email, '192.0.2.77', castPassword)).status).toBe(200);
  });

  test('from hundreds of addresses stops on new ones; known addresses and a mailed link still get in', async () => {
    const { cast, db, visitor } = app();
    const { email } = cast.ben;
    expect((await guess(email, '192.0.2.10', castPassword)).status).toBe(200);
    await guess(email, '203.0.113.1');
    await db.updateTable('rate_limits').set({ used: 500 }).where('bucket', 'like', 'guess:%').execute();
    expect((await guess(email, '203.0.113.50', castPassword)).status).toBe(429);
    expect((await guess(email, '192.0.2.10', castPassword)).status).toBe(200);

    await visitor.requestPasswordReset({ body: { email }, ...from('203.0.113.50') });
    const [mail] = await app().mailsTo(email);
    const token = /reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    // The same address has used up every guessing budget.
    await many(31, (index) => guess(`person${index}@nowhere.example`, '203.0.113.50'));
    const body = { token, new_password: castPassword };
    expect((await visitor.confirmPasswordReset({ body, ...from('203.0.113.50') })).body.user.email).toBe(email);
  });

  test('is limited by address, whatever accounts it tries', async () => {
    const answers = await many(40, (index) => guess(`person${index}@nowhere.example`, '198.51.100.1'));
    expect(tally(answers)).toEqual({ 401: 30, 429: 10 });
    expect((await guess('other@nowhere.example', '198.51.100.2')).status).toBe(401);
  });

  test('is counted by the address the proxy saw, not by forged headers', async () => {
    const answers = await many(40, (index) => guess(`person${index}@nowhere.example`, `10.0.0.${index}, 198.51.100.7`));
    expect(tally(answers)).toEqual({ 401: 30, 429: 10 });
  });

  test('is counted by network for IPv6', async () => {
    const answers = await many(40, (index) => guess(`person${index}@nowhere.example`, `2001:db8:1:2::${index + 1}`));
    expect(tally(answers)).toEqual({ 401: 30, 429: 10 });
    expect((await guess('other@nowhere.example', '2001:db8:1:3::1')).status).toBe(401);
  });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.9:51234', 'unknown'],
  ['made up', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('a gym behind one address', () => {
  const wifi = from('198.51.100.60');

  test('lets a member change their password while a guesser there has used up the address', async () => {
    const { cast } = app();
    await many(31, (n) => guess(`person${n}@nowhere.example`, '198.51.100.60'));
    expect((await guess(cast.dov.email, '198.51.100.60', castPassword)).status).toBe(429);
    const body = { current_password: castPassword, new_password: castPassword };
    expect((await (await app().as(cast.dov)).changePassword({ body, ...wifi })).status).toBe(204);
  });

  test('gives each signed-in user their own budget', async () => {
    const { cast, db } = app();
    const day = new Date(Date.now() + 86_400_000);
    await db
      .insertInto('rate_limits')
      .values({ bucket: `export:${cast.ana.id}`, used: 10, resets_at: day })
      .execute();
    expect((await (await app().as(cast.ana)).exportMyData(wifi)).status).toBe(429);
    expect((await (await app().as(cast.ben)).exportMyData(wifi)).status).toBe(200);
  });
});

describe('the general budget', () => {
  test('is not used up by thirty parallel requests', async () => {
    const ana = await app().as(app().cast.ana);
    expect(tally(await many(30, () => ana.getMe()))).toEqual({ 200: 30 });
    expect(tally(await many(200, () => ana.getUnreadCount()))).toEqual({ 200: 200 });
  });

  test('is finite, says when it resets, and belongs to one caller', async () => {
    const { cast, db } = app();
    await db
      .insertInto('rate_limits')
      .values({ bucket: `user:${cast.cleo.id}`, used: 3_000, resets_at: new Date(Date.now() + 30_000) })
      .execute();
    const answer = await (await app().as(cast.cleo)).getMe();
    expect([answer.status, answer.error.code]).toEqual([429, 'too_many_requests']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(25);
    expect((await (await app().as(cast.dov)).getMe()).status).toBe(200);
  });

  test('is drawn by what calls are worth, to the last one', async () => {
    const limits = createLimits(app().pool);
    const within = async (userId: string, cost: number) => {
      for (let calls = 0; ; calls++)
        try {
          await limits.takeGeneral(userId, { ip: '' }, cost);
        } catch {
          return calls;
        }
    };
    expect([await within(newId(), 1), await within(newId(), 7), await within(newId(), 100)]).toEqual([840, 120, 9]);
    const userId = newId();
    expect(await many(28, async () => limits.takeGeneral(userId, { ip: '' }, 29))).toHaveLength(28);
    expect(await within(userId, 29)).toBe(1);
  });

  test('also counts invalid tokens', async () => {
    const { db, http } = app();
    await db
      .insertInto('rate_limits')
      .values({ bucket: 'address:198.51.100.200', used: 600, resets_at: new Date(Date.now() + 30_000) })
      .execute();
    const response = await http.inject({
      url: '/api/v1/users/me/',
      headers: { authorization: 'Bearer made.up.token', 'x-forwarded-for': '198.51.100.200' },
    });
    expect(response.statusCode).toBe(429);
  });
});

describe('the budgets of a day', () => {
  const useUp = (bucket: string, used: number) =>
    app()
      .db.insertInto('rate_limits')
      .values({ bucket, used, resets_at: new Date(Date.now() + 7_200_000) })
      .execute();

  test('end what a member changes, and not what they read', async () => {
    const { ben } = app().cast;
    const client = await app().as(ben);
    await useUp(`writes:${ben.id}`, 10_000);
    const refused = await client.updateMe({ body: { bio: 'Once more' } });
    expect([refused.status, refused.error.code]).toEqual([429, 'too_many_requests']);
    expect((await client.getMe()).status).toBe(200);
  });

  test('end the messages of a member, besides those of ten seconds', async () => {
    const { cast, db } = app();
    await addFriends(db, cast.finn, [cast.ana]);
    const finn = await app().as(cast.finn);
    const { id } = (await finn.openDirectConversation({ body: { user_id: cast.ana.id } })).body;
    const send = () => finn.sendMessage({ params: { id }, body: { content: 'Hi', client_nonce: newId() } });
    await useUp(`message-day:${cast.finn.id}`, 3_000);
    expect(tally([await send()])).toEqual({ 429: 1 });
  });

  test('end sign-ins and refreshes that leave a row each', async () => {
    const { visitor, cast } = app();
    const body = { email: cast.dov.email, password: castPassword };
    const { refresh_token } = (await visitor.login({ body })).body;
    await app().db.deleteFrom('rate_limits').execute();
    await useUp(`sign_ins:${cast.dov.id}`, dailyLimits.sign_ins[0].most);
    await useUp(`refreshes:${cast.dov.id}`, dailyLimits.refreshes[0].most - 1);
    const refused = await visitor.login({ body });
    expect([refused.status, refused.error.error]).toEqual([
      429,
      "You've signed in very often today. Try again in 2 hours.",
    ]);
    const next = await visitor.refresh({ body: { refresh: refresh_token } });
    expect(next.status).toBe(200);
    expect((await visitor.refresh({ body: { refresh: next.body.refresh } })).status).toBe(429);
    await app().db.deleteFrom('rate_limits').execute();
    expect((await visitor.refresh({ body: { refresh: next.body.refresh } })).status).toBe(200);
  });
});

describe('asking for a reset link', () => {
  const wifi = '198.51.100.30';
  const ask = (email: string) => app().visitor.requestPasswordReset({ body: { email }, ...from(wifi) });
  const kindsTo = async (email: string) => (await app().mailsTo(email)).map(({ kind }) => kind);
  /** Links that were mailed to the account of nobody else in these tests. */
  const addLinks = (
    count: number,
    { user_id = app().cast.sam.id, expires_at = new Date(Date.now() + 3_600_000) } = {},
  ) =>
    app()
      .db.insertInto('password_resets')
      .values(
        Array.from({ length: count }, () => ({ token_hash: randomBytes(32), user_id, asked_from: wifi, expires_at })),
      )
      .execute();
  beforeEach(async () => {
    await app().db.deleteFrom('password_resets').execute();
    await app().db.deleteFrom('mails').execute();
  });

  test('is not stopped by an attacker on the same address, and answers all accounts alike', async () => {
    const { cast } = app();
    const flood = await many(100, (index) => ask(index % 2 ? cast.ana.email : `nobody${index}@nowhere.example`));
    expect(tally(flood)).toEqual({ 202: 100 });
    await app().runJobs();
    await addLinks(60);
    expect((await guess(cast.ben.email, wifi, castPassword)).status).toBe(200);
    for (const { email } of [cast.ben, cast.cleo]) expect((await ask(email)).status).toBe(202);
    // Ben has signed in here before. Cleo is a stranger here and waits for a moment.
    expect(await kindsTo(cast.ben.email)).toEqual(['password_reset']);
    expect(await kindsTo(cast.cleo.email)).toEqual([]);
    const { rows } = await app().pool.query(
      `update graphile_worker._private_jobs set run_at = now()
      where run_at > now() and payload->>'email' = $1 returning payload`,
      [cast.cleo.email],
    );
    expect(rows).toHaveLength(1);
    expect(await kindsTo(cast.cleo.email)).toEqual(['password_reset']);
  });

  test('makes a stranger wait five minutes at most', async () => {
    const { email } = app().cast.dov;
    await addLinks(500);
    await ask(email);
    expect(await kindsTo(email)).toEqual([]);
    const { rows } = await app().pool.query(
      `select extract(epoch from run_at - now())::float8 as seconds
      from graphile_worker._private_jobs where payload->>'email' = $1`,
      [email],
    );
    expect(rows[0].seconds).toBeGreaterThan(250);
    expect(rows[0].seconds).toBeLessThanOrEqual(300);
  });

  test('sends no sixth link while five work', async () => {
    const { cast, db } = app();
    await addLinks(4, { user_id: cast.ana.id });
    await db
      .updateTable('password_resets')
      .set({ created_at: new Date(Date.now() - 120_000) })
      .execute();
    const askLater = async () => {
      await ask(cast.ana.email);
      await app().runJobs();
      await db
        .updateTable('password_resets')
        .set({ created_at: new Date(Date.now() - 120_000) })
        .execute();
      return (await kindsTo(cast.ana.email)).length;
    };
    expect([await askLater(), await askLater()]).toEqual([1, 1]);
    await db.updateTable('password_resets').set({ expires_at: new Date() }).execute();
    expect(await askLater()).toBe(2);
  });
});
