import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '#platform/db/pool.ts';
import { createPgListener } from '#platform/events/pg-listener.ts';
import { createLogger } from '#platform/log.ts';
import { cloneDatabase } from '#testing/database.ts';
import { openDatabaseProxy } from '#testing/databases/database-proxy.ts';
import { createPulse } from './pulse.ts';

const log = createLogger('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>;

beforeAll(async () => {
  database = await cloneDatabase();
  proxy = await openDatabaseProxy(database.url);
});
afterAll(async () => {
  await proxy.cut();
  await database.drop();
});

async function run(...statements: string[]) {
  const client = createClient({ connectionString: database.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test('notices count as heard only while their echo comes back', async () => {
  const listener = await createPgListener(proxy.url, log);
  const missed = vi.fn();
  listener.onReconnect(missed);
  const pulse = await createPulse({ databaseUrl: database.url, listener, log, everyMs: 20 });
  await expect.poll(() => pulse.isHeard()).toBe(true);

  // The listening connection looks alive, but nothing comes through.
  proxy.block();
  await expect.poll(() => pulse.isHeard()).toBe(false);
  expect(listener.connected).toBe(true);
  expect(pulse.isWritable()).toBe(true);
  proxy.unblock();
  await expect.poll(() => pulse.isHeard()).toBe(true);
  expect(missed).not.toHaveBeenCalled();

  await proxy.cut();
  await expect.poll(() => pulse.isHeard()).toBe(false);
  await proxy.giveBack();
  await expect.poll(() => pulse.isHeard()).toBe(true);
  expect(missed).toHaveBeenCalledOnce();
  await pulse.close();
  await listener.close();
});

test('a missing echo tells that notices were missed', async () => {
  const listener = await createPgListener(database.url, log);
  const missed = vi.fn();
  listener.onReconnect(missed);
  // As behind a pooler in transaction mode, which drops what comes between two transactions.
  const on = listener.on;
  const dropped = new Set(['3', '4']);
  const lossy = {
    ...listener,
    get connected() {
      return listener.connected;
    },
    on: (channel: string, hear: (payload: string) => void) =>
      on(channel, (payload) => {
        if (!dropped.has(payload)) hear(payload);
      }),
  };
  const pulse = await createPulse({ databaseUrl: database.url, listener: lossy, log, everyMs: 20 });
  await expect.poll(() => missed.mock.calls.length).toBe(1);
  await expect.poll(() => pulse.isHeard()).toBe(true);
  expect(missed).toHaveBeenCalledOnce();
  await pulse.close();
  await listener.close();
});

test('a database that takes no writes, or is away, is noticed', async () => {
  const listener = await createPgListener(database.url, log);
  const pulse = await createPulse({ databaseUrl: proxy.url, listener, log, everyMs: 20, answerPatienceMs: 500 });
  await expect.poll(() => pulse.isWritable()).toBe(true);
  const name = new URL(database.url).pathname.slice(1);
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'spotter pulse' and datname = current_database()`;
  await run(`alter database ${name} set default_transaction_read_only = on`, cut);
  await expect.poll(() => pulse.isWritable()).toBe(false);
  await run(
    'set default_transaction_read_only = off',
    `alter database ${name} reset default_transaction_read_only`,
    cut,
  );
  await expect.poll(() => pulse.isWritable()).toBe(true);
  proxy.block();
  await expect.poll(() => pulse.isWritable()).toBe(false);
  proxy.unblock();
  await expect.poll(() => pulse.isWritable()).toBe(true);
  await pulse.close();
  await listener.close();
});
