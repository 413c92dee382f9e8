import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db, cast } = app();
  await db.deleteFrom('email_codes').execute();
  await db.deleteFrom('mails').execute();
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', cast.cleo.id).execute();
});

const cleo = () => app().as(app().cast.cleo);
const codeMailed = async () => {
  const [mail] = await app().mailsTo(app().cast.cleo.email);
  return /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0] ?? '';
};
const other = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0');
/** Ages every code by this many seconds. */
const pass = (seconds: number) =>
  app().pool.query(
    `update email_codes set created_at = created_at - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1)`,
    [seconds],
  );

describe('an email code', () => {
  test('verifies the address once', async () => {
    const client = await cleo();
    expect((await client.resendVerification()).status).toBe(202);
    const code = await codeMailed();
    const { status, body } = await client.verifyEmailCode({ body: { code: ` ${code} ` } });
    expect([status, body.email_verified]).toEqual([200, true]);
    expect((await client.verifyEmailCode({ body: { code } })).body).toMatchObject({ code: 'email_already_verified' });
    const again = await client.resendVerification();
    expect([again.status, again.error.code]).toEqual([409, 'email_already_verified']);
  });

  test('allows five attempts in all, even in parallel', async () => {
    const client = await cleo();
    await client.resendVerification();
    const code = await codeMailed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => client.verifyEmailCode({ body: { code: other(code, index + 1) } })),
    );
    expect(answers.every(({ status, error }) => status === 400 && error.code === 'verification_code_invalid')).toBe(
      true,
    );
    const [row] = await app().db.selectFrom('email_codes').select('tries').execute();
    expect(row?.tries).toBe(5);
    expect((await client.verifyEmailCode({ body: { code } })).status).toBe(400);
  });

  test('says how many tries are left, and after five wrong ones a new code works', async () => {
    const client = await cleo();
    await client.resendVerification();
    const first = await codeMailed();
    const left = async (code: string) =>
      ((await client.verifyEmailCode({ body: { code } })).error as unknown as { tries_left: number }).tries_left;
    for (const expected of [4, 3, 2, 1, 0, 0]) expect(await left(other(first))).toBe(expected);
    await pass(30);
    expect(Number((await client.resendVerification()).headers['retry-after'])).toBeLessThanOrEqual(30);
    await pass(31);
    expect((await client.resendVerification()).status).toBe(202);
    const second = await codeMailed();
    expect(await left(other(second))).toBe(4);
    expect((await client.verifyEmailCode({ body: { code: second } })).status).toBe(200);
  });

  test('is sent at most ten times a day', async () => {
    const client = await cleo();
    for (let turn = 1; turn <= 10; turn++) {
      expect((await client.resendVerification()).status).toBe(202);
      await pass(61);
    }
    const { status, headers } = await client.resendVerification();
    expect(status).toBe(429);
    const seconds = Number(headers['retry-after']);
    expect([seconds > 23 * 3600, seconds < 24 * 3600]).toEqual([true, true]);
    await pass(seconds);
    expect((await client.resendVerification()).status).toBe(202);
  });

  test('replaces the previous one and inherits its attempts', async () => {
    const client = await cleo();
    await client.resendVerification();
    const first = await codeMailed();
    for (let turn = 1; turn <= 3; turn++) await client.verifyEmailCode({ body: { code: other(first, turn) } });
    await pass(61);
    expect((await client.resendVerification()).status).toBe(202);
    const second = await codeMailed();
    // Two attempts are left: the replaced code and a wrong one.
    expect((await client.verifyEmailCode({ body: { code: first } })).status).toBe(first === second ? 200 : 400);
    expect((await client.verifyEmailCode({ body: { code: other(second) } })).status).toBe(400);
    expect((await client.verifyEmailCode({ body: { code: second } })).status).toBe(400);
  });

  test('requested during guessing gives no extra attempts', async () => {
    const client = await cleo();
    await client.resendVerification();
    const code = await codeMailed();
    await pass(61);
    const guesses = () =>
      Array.from({ length: 8 }, (_, index) => client.verifyEmailCode({ body: { code: other(code, index + 1) } }));
    await Promise.all([...guesses(), client.resendVerification(), ...guesses()]);
    const tries = async () =>
      (await app().db.selectFrom('email_codes').select('tries').orderBy('created_at').execute()).map(
        ({ tries }) => tries,
      );
    // Attempts on the old code count for the new one, unless they were its last.
    const [old = 0, fresh = 0] = await tries();
    if (old < 5) expect(fresh).toBeGreaterThanOrEqual(old);
    await Promise.all(guesses());
    expect(await tries()).toEqual([old, 5]);
  });

  test('is sent once a minute, and says how long to wait', async () => {
    const client = await cleo();
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.resendVerification()));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(50);
    expect(await app().mailsTo(app().cast.cleo.email)).toHaveLength(1);
    await pass(60);
    expect((await client.resendVerification()).status).toBe(202);
  });

  test('is valid for 15 minutes', async () => {
    const client = await cleo();
    await client.resendVerification();
    const code = await codeMailed();
    await pass(15 * 60 - 5);
    expect((await client.verifyEmailCode({ body: { code: other(code) } })).status).toBe(400);
    await pass(10);
    expect((await client.verifyEmailCode({ body: { code } })).status).toBe(400);
    expect((await client.getMe()).body.email_verified).toBe(false);
  });

  test('works only for its own account', async () => {
    const { cast, db } = app();
    await db.updateTable('users').set({ email_verified: false }).where('id', '=', cast.ben.id).execute();
    const [client, ben] = [await cleo(), await app().as(cast.ben)];
    await client.resendVerification();
    await ben.resendVerification();
    const code = await codeMailed();
    const [benMail] = await app().mailsTo(cast.ben.email);
    if (!benMail?.subject.includes(code)) expect((await ben.verifyEmailCode({ body: { code } })).status).toBe(400);
    expect((await client.verifyEmailCode({ body: { code } })).status).toBe(200);
  });

  test('must be six digits, and is refused in demos', async () => {
    const { cast } = app();
    const client = await cleo();
    for (const code of ['12345', '1234567', 'abcdef', '', '１２３４５６'])
      expect((await client.verifyEmailCode({ body: { code } })).error.details).toEqual({
        code: ['Invalid verification code. Please try again.'],
      });
    expect((await (await app().as(cast.demi)).resendVerification()).error.code).toBe('demo_not_allowed');
  });
});
