import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { openDatabaseProxy } from '#testing/databases/database-proxy.ts';

let app: TestApp;
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>;
/** Two seconds, of which a busy machine makes several; every other limit on waiting is ten or more. */
const isSoon = (started: number) => performance.now() - started < 8_000;
/** Reaches the database directly, whatever happens to the server's connection. */
let elsewhere: pg.Client;

beforeAll(async () => {
  let direct = '';
  app = await startTestApp(
    { RATE_LIMITS: 'on' },
    {
      through: async (url) => {
        direct = url;
        proxy = await openDatabaseProxy(url);
        return proxy.url;
      },
    },
  );
  elsewhere = new pg.Client({ connectionString: direct });
  await elsewhere.connect();
});
afterAll(async () => {
  await elsewhere.end();
  await app.stop();
  await proxy.cut();
});

const patient = { interval: 50 };

const WRITTEN = 'written while away';

async function expectUnavailable(token: string) {
  const ana = app.with(token);
  const { cast, visitor } = app;
  const calls = {
    getMe: () => ana.getMe(),
    listSessions: () => ana.listSessions(),
    write: () => ana.updateMe({ body: { bio: WRITTEN } }),
    once: () => ana.switchGym({ body: { gym_id: cast.gyms.barangaroo }, headers: { 'idempotency-key': 'away' } }),
    login: () => visitor.login({ body: { email: cast.ana.email, password: castPassword } }),
    refresh: () => visitor.refresh({ body: { refresh: 'some-token' } }),
    stream: () => ana.streamEvents(),
  };
  await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const started = performance.now();
      const { status, error, headers } = await call();
      expect([name, status, error?.code]).toEqual([name, 503, 'unavailable']);
      expect([name, isSoon(started)]).toEqual([name, true]);
      expect(error.error).toBe('Spotter is temporarily unavailable. Please try again in a moment.');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }),
  );
  expect((await app.http.inject('/healthz')).statusCode).toBe(200);
}

/** Addresses outside the contract that read the database: link previews and the developer's mailbox. */
async function expectPagesUnavailable() {
  const pages = ['/i/org/AWAY', '/i/friend/away/card.png', '/join/AWAY', '/dev/mail', '/dev/mail.json'];
  await Promise.all(
    pages.map(async (url) => {
      const started = performance.now();
      const { statusCode, headers, body } = await app.http.inject({ url, headers: { accept: 'text/html,*/*' } });
      expect([url, statusCode, isSoon(started)]).toEqual([url, 503, true]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toContain('Spotter is temporarily unavailable. Please try again in a moment.');
    }),
  );
}

/** A hanging database is met on a connection that was open before; a new one would only fail to open. */
const openConnections = () => Promise.all(Array.from({ length: 8 }, () => app.pool.query('select pg_sleep(0.1)')));

describe.each([
  ['refuses connections', () => proxy.cut(), () => proxy.giveBack()],
  ['takes connections but does not answer', async () => proxy.block(), async () => proxy.unblock()],
])('a database that %s', (name, goAway, scheduleNext) => {
  test('causes a 503 soon, and everything works again when it is back', async () => {
    const { cast } = app;
    const token = await app.tokenFor(cast.ana);
    const ana = app.with(token);
    expect((await ana.getMe()).status).toBe(200);
    const { bio } = (await ana.getMe()).body;

    await openConnections();
    await goAway();
    await expectPagesUnavailable();
    await expectUnavailable(token);
    await expectPagesUnavailable();

    await scheduleNext();
    await expect.poll(async () => (await ana.getMe()).status, patient).toBe(200);
    // What was on its way when the database fell silent may still have been written.
    expect([bio, WRITTEN]).toContain((await ana.getMe()).body.bio);
    await expect.poll(async () => (await app.http.inject('/readyz')).statusCode, patient).toBe(200);
    expect((await ana.updateMe({ body: { bio: `back: it ${name}` } })).status).toBe(200);
    // From now on a right revoked in another process ends a moment after the change.
    const other = app.with(await app.tokenFor(cast.cleo));
    expect((await other.getMe()).status).toBe(200);
    await elsewhere.query('update logins set revoked_at = now() where user_id = $1', [cast.cleo.id]);
    await expect.poll(async () => (await other.getMe()).status, patient).toBe(401);
  });
});

test('applies a right revoked during the outage once the database is back', async () => {
  const { cast } = app;
  const ben = app.with(await app.tokenFor(cast.ben));
  expect((await ben.getMe()).status).toBe(200);
  await proxy.cut();
  await elsewhere.query('update logins set revoked_at = now() where user_id = $1', [cast.ben.id]);
  await proxy.giveBack();
  await expect.poll(async () => (await ben.getMe()).status, patient).toBe(401);
});
