import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { callsAtOnce } from './turns.ts';

const app = useTestApp({ RATE_LIMITS: 'on' });
const { atOnce, mostWaiting } = callsAtOnce.members;

const create = { width: 64, height: 64, channels: 3, background: 'teal' } as const;

const statusesOf = async (calls: Promise<{ status: number }>[]) =>
  Object.fromEntries(
    [...Map.groupBy(await Promise.all(calls), ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );

let letGo: () => Promise<unknown>;
beforeEach(async () => {
  const client = await app().pool.connect();
  await client.query('begin; lock table notifications in access exclusive mode');
  letGo = () => client.query('rollback').finally(() => client.release());
});
afterEach(() => letGo().catch(() => {}));

const waitingForLock = async () => {
  const { rows } = await app().pool.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length;
};

test("answers other members while one member's 40 slow calls wait for each other", async () => {
  const { cast } = app();
  const [ana, ben] = [await app().as(cast.ana), await app().as(cast.ben)];
  const slow = Array.from({ length: 40 }, () => ana.listNotifications({ query: {} }));
  await vi.waitFor(async () => expect(await waitingForLock()).toBe(atOnce));
  expect(await statusesOf(Array.from({ length: 20 }, () => ben.getMe()))).toEqual({ 200: 20 });
  expect(await waitingForLock()).toBe(atOnce);
  await letGo();
  expect(await statusesOf(slow)).toEqual({ 200: 40 });
});

test('refuses what one member sends beyond the calls that may wait', async () => {
  const { cast } = app();
  const [cleo, dov] = [await app().as(cast.cleo), await app().as(cast.dov)];
  const began = performance.now();
  const slow = Array.from({ length: atOnce + mostWaiting + 5 }, () => cleo.listNotifications({ query: {} }));
  const [refused] = (await Promise.race(slow.map(async (call) => [await call]))) ?? [];
  expect([refused?.status, refused?.error.code, refused?.headers['retry-after']]).toEqual([
    429,
    'too_many_requests',
    '2',
  ]);
  // Whoever asks again at once is not answered at once.
  expect(performance.now() - began).toBeGreaterThan(250);
  expect((await dov.getMe()).status).toBe(200);
  await letGo();
  expect(await statusesOf(slow)).toEqual({ 200: atOnce + mostWaiting, 429: 5 });
});

test('counts a super admin inside organizations as one person', async () => {
  const { sam, organizations } = app().cast;
  const [one, other] = [await app().as(sam, organizations.ironHarbour), await app().as(sam, organizations.nightShift)];
  const slow = Array.from({ length: 12 }, (_, n) => (n % 2 ? one : other).listNotifications({ query: {} }));
  await vi.waitFor(async () => expect(await waitingForLock()).toBe(atOnce));
  await letGo();
  expect(await statusesOf(slow)).toEqual({ 200: 12 });
});

test("keeps a member's other calls from waiting behind their uploads", async () => {
  const ben = await app().as(app().cast.ben);
  const lock = await app().pool.connect();
  await lock.query('begin; lock table files in access exclusive mode');
  const file = new File([await sharp({ create }).png().toBuffer()], 'me.png');
  const uploads = Array.from({ length: callsAtOnce.members.atOnce + 2 }, () => ben.updateMyAvatar({ body: { file } }));
  await vi.waitFor(async () => expect(await waitingForLock()).toBeGreaterThan(0));
  expect(await statusesOf(Array.from({ length: 5 }, () => ben.getMe()))).toEqual({ 200: 5 });
  expect(await waitingForLock()).toBeLessThanOrEqual(callsAtOnce.uploads.atOnce);
  await lock.query('rollback');
  lock.release();
  expect(await statusesOf(uploads)).toEqual({ 200: uploads.length });
});

test('lets only so many dear calls of one member run at a time, and the cheap ones pass them', async () => {
  const { cast } = app();
  const ana = await app().as(cast.ana);
  const slow = Array.from({ length: 4 }, () => ana.getHome({ query: {} }));
  await vi.waitFor(async () => expect(await waitingForLock()).toBe(callsAtOnce.dear.atOnce));
  expect(await statusesOf(Array.from({ length: 20 }, () => ana.getMe()))).toEqual({ 200: 20 });
  expect(await waitingForLock()).toBe(callsAtOnce.dear.atOnce);
  await letGo();
  expect(await statusesOf(slow)).toEqual({ 200: 4 });
});
