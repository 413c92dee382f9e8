import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp({ DATABASE_POOL: '4' });

/** The number of answers by status. */
async function statusesOf(calls: Promise<{ status: number }>[]) {
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([one, all]) => [one, all.length]));
}

test('queues a burst of 500 parallel calls, 200 of them messages into one session, and refuses none', async () => {
  const { db, cast } = app();
  const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben] });
  const [ana, ben, cleo] = [await app().as(cast.ana), await app().as(cast.ben), await app().as(cast.cleo)];
  const send = (n: number) =>
    (n % 2 ? ana : ben).sendSessionMessage({
      params: { id },
      body: { content: `message ${n}` },
      headers: { 'idempotency-key': `burst-${n}` },
    });
  const messages = Array.from({ length: 200 }, (_, n) => send(n));
  const reads = Array.from({ length: 300 }, (_, n) => (n % 3 ? cleo.getMe() : cleo.getLiveCursor()));
  expect(await statusesOf(messages)).toEqual({ 201: 200 });
  expect(await statusesOf(reads)).toEqual({ 200: 300 });
  const { count } = await db
    .selectFrom('session_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('session_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(200);
});

test('lets 20 parallel refreshes of one token through while the database is busy', async () => {
  const { visitor, cast, pool } = app();
  const login = await visitor.login({ body: { email: cast.cleo.email, password: castPassword } });
  // Longer than a call once waited for a connection.
  const busy = Array.from({ length: 4 }, () => pool.query('select pg_sleep(2)'));
  const refresh = () => visitor.refresh({ body: { refresh: login.body.refresh_token } });
  expect(await statusesOf(Array.from({ length: 20 }, refresh))).toEqual({ 200: 20 });
  await Promise.all(busy);
});
