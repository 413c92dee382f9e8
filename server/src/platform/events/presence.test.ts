import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { preparedReads } from '#platform/db/reads.ts';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { cloneDatabase } from '#testing/database.ts';
import { createPgListener } from './pg-listener.ts';
import { createPresence } from './presence.ts';

const log = createLogger('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 5, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Presence as one of several processes has it, and the changes it tells of. */
async function startProcess({
  aliveEveryMs = 60_000,
  tell = async () => {},
  say = async (_notices: string) => {},
  listensFrom = Promise.resolve(),
} = {}) {
  const listener = await createPgListener(database.url, log);
  let listens = false;
  const listening = listensFrom.then(() => {
    listens = true;
    return listener.listening();
  });
  const read = preparedReads(connection.pool);
  const told: [string, boolean][] = [];
  const presence = createPresence({
    read: async (statement, input) => {
      await say(JSON.stringify(input));
      return read(statement, input);
    },
    listener: {
      ...listener,
      on: (channel, handler) => listener.on(channel, (payload) => listens && handler(payload)),
      listening: () => listening,
    },
    log,
    onChange: async ({ userIds, online }) => {
      await tell();
      told.push(...userIds.map((id): [string, boolean] => [id, online]));
    },
    onSwitched: async () => {},
    graceMs: 40,
    aliveEveryMs,
    gatherMs: 5,
  });
  onTestFinished(async () => {
    await presence.close();
    await listener.close();
  });
  return { ...presence, told };
}

const soon = { interval: 5 };
const scope = newId();

test('a member is online in every process from the first stream until a while after the last', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const ana = newId();
  one.entered(scope, ana);
  one.entered(scope, ana);
  await vi.waitFor(() => expect(two.isOnline(scope, ana)).toBe(true), soon);
  one.left(scope, ana);
  expect(one.isOnline(scope, ana)).toBe(true);
  one.left(scope, ana);
  await vi.waitFor(
    () =>
      expect(one.told).toEqual([
        [ana, true],
        [ana, false],
      ]),
    soon,
  );
  await vi.waitFor(() => expect(two.isOnline(scope, ana)).toBe(false), soon);
  expect(two.told).toEqual([]);
  expect(one.isOnline(newId(), ana)).toBe(false);
});

test('a reload, and a stream in another process, are no going away', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const [ana, ben, cleo, dov] = [newId(), newId(), newId(), newId()];
  for (const member of [ana, ben, cleo]) one.entered(scope, member);
  await vi.waitFor(() => expect(one.told).toHaveLength(3), soon);
  // Told together: whoever knows of Dov knows of Ana's other stream.
  for (const member of [ana, dov]) two.entered(scope, member);
  await vi.waitFor(() => expect(one.isOnline(scope, dov)).toBe(true), soon);
  for (const member of [ana, ben, cleo]) one.left(scope, member);
  one.entered(scope, ben);
  await vi.waitFor(() => expect(one.told.filter(([, online]) => !online)).toEqual([[cleo, false]]), soon);
  await vi.waitFor(() => expect(two.isOnline(scope, cleo)).toBe(false), soon);
  expect([one, two].map((process) => [process.isOnline(scope, ana), process.isOnline(scope, ben)])).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(two.told).toEqual([[dov, true]]);
});

test('changes are told in their order, however long the first takes', async () => {
  const first = Promise.withResolvers<void>();
  const tell = vi.fn(() => first.promise);
  const [one, two] = [await startProcess({ tell }), await startProcess()];
  const ana = newId();
  one.entered(scope, ana);
  await vi.waitFor(() => expect(tell).toHaveBeenCalledOnce(), soon);
  tell.mockResolvedValue();
  one.left(scope, ana);
  await vi.waitFor(() => expect(one.isOnline(scope, ana)).toBe(false), soon);
  // Takes as long as the second change would.
  two.entered(scope, newId());
  await vi.waitFor(() => expect(two.told).toHaveLength(1), soon);
  first.resolve();
  await vi.waitFor(() => expect(one.told).toHaveLength(2), soon);
  expect(one.told).toEqual([
    [ana, true],
    [ana, false],
  ]);
});

test('who has gone is gone for a process that asked just before, however long its answer takes', async () => {
  const answer = Promise.withResolvers<void>();
  const say = vi.fn(async (_notices: string) => {});
  const [one, other] = [await startProcess({ say }), await startProcess()];
  const [ana, dov] = [newId(), newId()];
  one.entered(scope, ana);
  await vi.waitFor(() => expect(one.told).toHaveLength(1), soon);
  say.mockClear();
  say.mockImplementation(async (notices) => (notices.includes('here') ? answer.promise : undefined));
  const late = await startProcess();
  await vi.waitFor(() => expect(say).toHaveBeenCalledWith(expect.stringContaining('here')), soon);
  say.mockResolvedValue();
  one.left(scope, ana);
  await vi.waitFor(() => expect(one.isOnline(scope, ana)).toBe(false), soon);
  // Takes as long as telling it would.
  other.entered(scope, newId());
  await vi.waitFor(() => expect(other.told).toHaveLength(1), soon);
  answer.resolve();
  one.entered(scope, dov);
  await vi.waitFor(() => expect(late.isOnline(scope, dov)).toBe(true), soon);
  expect(late.isOnline(scope, ana)).toBe(false);
});

test('a process that listens late knows who came before', async () => {
  const open = Promise.withResolvers<void>();
  const late = await startProcess({ listensFrom: open.promise });
  const one = await startProcess();
  const ana = newId();
  one.entered(scope, ana);
  await vi.waitFor(() => expect(one.told).toHaveLength(1), soon);
  open.resolve();
  await vi.waitFor(() => expect(late.isOnline(scope, ana)).toBe(true), soon);
});

test('a process that starts late asks, and one that ends or falls silent is forgotten', async () => {
  const [ana, ben] = [newId(), newId()];
  const one = await startProcess({ aliveEveryMs: 20 });
  one.entered(scope, ana);
  await vi.waitFor(() => expect(one.told).toHaveLength(1), soon);
  const late = await startProcess({ aliveEveryMs: 60 });
  await vi.waitFor(() => expect(late.isOnline(scope, ana)).toBe(true), soon);
  const silent = JSON.stringify({ from: newId(), says: 'here', scope, ids: [ben] });
  await connection.pool.query("select pg_notify('presence', $1)", [silent]);
  await one.close();
  for (const member of [ana, ben]) await vi.waitFor(() => expect(late.told).toContainEqual([member, false]), soon);
});
