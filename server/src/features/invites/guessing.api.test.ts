import { dailyLimits } from '@spotter/contract/limits.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addInviteCode, shareCodeOf } from '#testing/invites.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });

beforeEach(() => app().db.deleteFrom('rate_limits').execute());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const validate = (code: string, address: string) =>
  app().visitor.validateInviteCode({ body: { code }, ...from(address) });
const statuses = async (length: number, call: (index: number) => Promise<{ status: number }>) => {
  const answers = await Promise.all(Array.from({ length }, (_, index) => call(index)));
  return answers.map(({ status }) => status).sort();
};

describe('guessing codes', () => {
  test('is limited by address, in parallel or in sequence, and says when to retry', async () => {
    expect(await statuses(40, (n) => validate(`GUESS-${n}`, '203.0.113.1'))).toEqual([
      ...Array(30).fill(200),
      ...Array(10).fill(429),
    ]);
    const { status, error, headers } = await validate('GUESS-AGAIN', '203.0.113.1');
    expect([status, error.error]).toEqual([429, 'Too many attempts. Please wait a moment and try again.']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(500);
    expect((await validate('GUESS-1', '203.0.113.2')).status).toBe(200);
  });

  test('has one budget with guessing share links and personal codes', async () => {
    const { visitor } = app();
    const where = from('203.0.113.3');
    await statuses(15, (n) => visitor.getSharedSession({ params: { token: `no-such-token-${n}` }, ...where }));
    await statuses(15, (n) => visitor.getPlatformInvite({ params: { code: `no-such-${n}` }, ...where }));
    expect((await validate('GUESS-1', '203.0.113.3')).status).toBe(429);
  });

  test('does not count valid links, so a whole gym behind one address can open them', async () => {
    const { db, cast, visitor } = app();
    const where = from('203.0.113.4');
    const code = await addInviteCode(db, cast.organizations.ironHarbour);
    const friend = await shareCodeOf(db, cast.ana);
    const token = (await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana })).replaceAll('-', '');
    for (let visit = 0; visit < 15; visit++) {
      expect((await validate(code, '203.0.113.4')).status).toBe(200);
      expect((await visitor.getPlatformInvite({ params: { code: friend }, ...where })).status).toBe(200);
      expect((await visitor.getSharedSession({ params: { token }, ...where })).status).toBe(200);
    }
    expect(await statuses(31, (n) => validate(`GUESS-${n}`, '203.0.113.4'))).toEqual([...Array(30).fill(200), 429]);
  });

  test('by registering is limited by address too', async () => {
    const body = (n: number) => ({
      email: `guesser${n}@nowhere.example`,
      password: 'kettle bells at noon',
      password_confirm: 'kettle bells at noon',
      first_name: 'G',
      last_name: 'H',
      invite_code: `GUESS-${n}`,
    });
    const { visitor } = app();
    const answers = await statuses(65, (n) => visitor.registerWithInvite({ body: body(n), ...from('203.0.113.5') }));
    expect(answers).toEqual([...Array(60).fill(400), ...Array(5).fill(429)]);
    expect((await visitor.register({ body: body(1), ...from('203.0.113.5') })).status).toBe(429);
  });

  test("by wording codes of one's own is limited for each organization, random ones are not", async () => {
    const { cast, db } = app();
    const taken = await addInviteCode(db, cast.organizations.nightShift);
    const olga = await app().as(cast.olga);
    const create = async (code?: string) => (await olga.createInviteCode({ body: { code } })).status;
    expect(await create(taken)).toBe(409);
    const [{ most }] = dailyLimits.chosen_codes;
    for (let guess = 0; guess < most; guess++) expect(await create(`GUESS-${guess}`)).toBe(201);
    const { error, headers } = await olga.createInviteCode({ body: { code: taken } });
    expect([error.code, error.error]).toEqual([
      'too_many_requests',
      "You've chosen a lot of codes today. Leave the field empty for a random code, or choose more in 24 hours.",
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3600);
    expect(await create()).toBe(201);
    expect((await (await app().as(cast.nora)).createInviteCode({ body: { code: 'OTHERS' } })).status).toBe(201);
  });
});
