import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { addressesOf } from '#platform/database-addresses.ts';
import { cloneDatabase } from '#testing/database.ts';
import { connect } from './connect.ts';
import { createClient } from './pool.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** The database's URL with another host before its own, where nothing answers. */
const withDeadHost = (query = '') => database.url.replace('@', '@127.0.0.1:1,') + query;

test('a URL with several hosts has one address for each', () => {
  expect(addressesOf('postgres://spotter:p%40ss@a:5432,b:6543/spotter?x=y')).toEqual([
    'postgres://spotter:p%40ss@a:5432/spotter?x=y',
    'postgres://spotter:p%40ss@b:6543/spotter?x=y',
  ]);
  expect(addressesOf('postgres://db/spotter')).toEqual(['postgres://db/spotter']);
});

test('a pool goes on to the next host when the first does not answer', async () => {
  const { pool, close } = connect(withDeadHost(), { max: 3, onError: () => {} });
  const answers = await Promise.all([1, 2, 3].map((n) => pool.query('select $1::int as n', [n])));
  expect(answers.map(({ rows }) => rows[0].n)).toEqual([1, 2, 3]);
  await close();
});

test.each(['read-write', 'primary'])(
  'a database that takes no writes is passed over for target_session_attrs=%s',
  async (attrs) => {
    const url = withDeadHost(`?target_session_attrs=${attrs}`);
    const alter = async (change: string) => {
      const client = createClient({ connectionString: database.url });
      await client.connect();
      const name = new URL(database.url).pathname.slice(1);
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter database ${name} ${change}`);
      await client.end();
    };
    const { pool, close } = connect(url, { max: 2, onError: () => {} });
    await alter('set default_transaction_read_only = on');
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '25006' });
    await alter('reset default_transaction_read_only');
    await expect.poll(() => pool.query('select 1').then(() => 'answered', String)).toBe('answered');
    await close();
  },
);

test('a host that takes a connection and never answers is given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port } = silent.address() as AddressInfo;
  const opening = createClient({ connectionString: `postgres://spotter@127.0.0.1:${port}/spotter` }).connect();
  const failure = expect(opening).rejects.toThrow(/timeout/);
  vi.advanceTimersByTime(10_000);
  await failure;
});

test('a connection that is lost as soon as it is open fails its query, not the process', async () => {
  const packet = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const signedIn = packet('R', Buffer.alloc(4));
  const ready = packet('Z', Buffer.from('I'));
  const lost = packet('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));
  // One packet on the wire, so the client reads all of it at once.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([signedIn, ready, lost])));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const heard = vi.fn();
  process.on('uncaughtException', heard);
  onTestFinished(() => void process.off('uncaughtException', heard));
  const { pool, close } = connect(`postgres://spotter@127.0.0.1:${port}/spotter`, { max: 1, onError: () => {} });
  await expect(pool.query('select 1')).rejects.toThrow();
  await close();
  expect(heard).not.toHaveBeenCalled();
});
