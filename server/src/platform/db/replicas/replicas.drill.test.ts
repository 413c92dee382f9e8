import { type Endpoint, type EndpointName, endpoints } from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { SEEN_HEADER } from '@spotter/contract/api/seen.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connect } from '#platform/db/connect.ts';
import { migrate } from '#platform/db/migrate.ts';
import { statement } from '#platform/db/statement.ts';
import { installJobs } from '#platform/jobs/runner.ts';
import { createLogger } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Cast, type CastMember, seedCast } from '#testing/cast.ts';
import { openDatabaseProxy } from '#testing/databases/database-proxy.ts';
import { runOn, startWithStandbys } from '#testing/databases/standbys.ts';
import { sampleInput } from '#testing/hostile/sample-input.ts';
import { addSession } from '#testing/test-data.ts';
import { FIRST, later, type Position } from '../position.ts';
import { createReplicas } from './replicas.ts';

let cluster: Awaited<ReturnType<typeof startWithStandbys>>;
let cast: Cast;
let proxies: Awaited<ReturnType<typeof openDatabaseProxy>>[];
let app: TestApp;

const log = createLogger('silent');
const pause = (index: number) => runOn(cluster.standbys[index]!, 'select pg_wal_replay_pause()');
const resume = (index: number) => runOn(cluster.standbys[index]!, 'select pg_wal_replay_resume()');

beforeAll(async () => {
  cluster = await startWithStandbys(2, async (url) => {
    const connection = connect(url, { max: 2, onError: () => {} });
    await migrate(connection.pool);
    await installJobs(url, log);
    cast = await seedCast(connection.db);
    await connection.close();
  });
  proxies = await Promise.all(cluster.standbys.map(({ url }) => openDatabaseProxy(url)));
  const [first, second] = proxies.map(({ url }) => new URL(url));
  const replicaUrl = first!.href.replace(first!.host, `${first!.host},${second!.host}`);
  const settings = { DATABASE_URL: cluster.primary.url, DATABASE_REPLICA_URL: replicaUrl };
  app = await startTestApp(settings, { through: async () => cluster.primary.url });
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await Promise.all((proxies ?? []).map((proxy) => proxy.cut()));
  await cluster?.stop();
});

beforeEach(async () => {
  await app.db.deleteFrom('sessions').execute();
  await untilServed();
});

/** How many reads have ended this way so far. */
async function counted(outcome: 'served' | 'behind' | 'failed' | 'away'): Promise<number> {
  const { values } = await metrics.replicaReads.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

/** A member's app, which remembers what it has seen. */
async function memberApp(person: CastMember, from: Position = FIRST) {
  const client = await app.as(person);
  let seen = from;
  const noting = <T extends { status: number; headers: Record<string, unknown> }>(answer: T): T => {
    expect(answer.status).toBeLessThan(300);
    seen = later(seen, String(answer.headers[SEEN_HEADER]));
    return answer;
  };
  return {
    client,
    noting,
    seen: () => seen,
    saw: (position: Position) => {
      seen = later(seen, position);
    },
    async titles(): Promise<string[]> {
      const answer = noting(await client.listSessions({ headers: { [SEEN_HEADER]: seen } }));
      return answer.body.results.map(({ title }) => title);
    },
  };
}

/** Until both standbys answer: those of the test before may be put aside. */
async function untilServed(): Promise<void> {
  const ben = await memberApp(cast.ben);
  await ben.titles();
  await expect
    .poll(async () => {
      const before = await counted('served');
      for (let times = 0; times < 4; times += 1) await ben.titles();
      return (await counted('served')) - before;
    })
    .toBe(4);
}

const add = (title: string) => addSession(app.db, { gym: cast.gyms.barangaroo, host: cast.ana, title });

test('answers every marked read from a standby as the primary does', async () => {
  await add('Leg day');
  const marked = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { replica }]) => replica);
  expect(marked.map(([name]) => name)).toEqual(
    expect.arrayContaining(['listSessions', 'searchPeople', 'searchMessages', 'getDashboard', 'listMembersAtRisk']),
  );
  const token = await app.tokenFor(cast.olga);
  await untilServed();
  for (const [name, { path, params, query }] of marked) {
    const input = {
      params: params && { ...(sampleInput(params) as object), id: cast.ben.id },
      query: query && (sampleInput(query) as object),
    };
    const ask = (headers: object) =>
      app.http.inject({
        url: `${API_ROOT}${addressOf(path, input)}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    const fromPrimary = await ask({});
    // A standby that is behind leaves the answer to the primary, as it should on a busy machine.
    const isServed = async () => {
      const before = await counted('served');
      const answered = await ask({ [SEEN_HEADER]: String(fromPrimary.headers[SEEN_HEADER]) });
      expect([name, answered.statusCode, answered.body]).toEqual([name, 200, fromPrimary.body]);
      return (await counted('served')) > before;
    };
    await expect.poll(isServed, { message: name }).toBe(true);
  }
});

test('shows a member what they wrote while both standbys stand still', async () => {
  await pause(0);
  await pause(1);
  onTestFinished(async () => {
    await resume(0);
    await resume(1);
  });
  const ana = await memberApp(cast.ana);
  const id = await add('Old title');
  const change = await ana.client.updateSession({ params: { id }, body: { title: 'New title' } });
  ana.noting(change);
  expect(await ana.titles()).toEqual(['New title']);

  // On another device, which knows nothing of that, at the latest half a second later.
  const other = await memberApp(cast.ana);
  await expect.poll(() => other.titles()).toEqual(['New title']);
  expect(await counted('behind')).toBeGreaterThan(0);
});

test('shows a member what a live event told', async () => {
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const ben = await memberApp(cast.ben);
  const id = await add('Leg day');
  const response = await fetch(`${address}${API_ROOT}/events/`, {
    headers: { authorization: `Bearer ${await app.tokenFor(cast.ben)}` },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const until = async (type: string) => {
    while (!heard.includes(`event: ${type}\n`)) heard += (await reader.read()).value ?? '';
  };
  await until('ready');
  expect(heard).toMatch(/event: seen[\s\S]*event: ready/);

  await pause(0);
  await pause(1);
  onTestFinished(async () => {
    await resume(0);
    await resume(1);
    await reader.cancel();
  });
  const ana = await app.as(cast.ana);
  expect((await ana.updateSession({ params: { id }, body: { title: 'Told' } })).status).toBe(200);
  await until('session.updated');
  for (const [, position] of heard.matchAll(/event: seen\ndata: "(\w+)"/g)) ben.saw(position!);
  expect(await ben.titles()).toEqual(['Told']);
});

test('a refusal counts as seen', async () => {
  await pause(0);
  await pause(1);
  onTestFinished(async () => {
    await resume(0);
    await resume(1);
  });
  const id = await add('Full');
  await app.db.updateTable('sessions').set({ max_participants: 1 }).where('id', '=', id).execute();
  const ben = await app.as(cast.ben);
  const { error, headers } = await ben.joinSession({ params: { id }, body: {} });
  expect(error.code).toBe('session_full');
  expect(await (await memberApp(cast.ben, String(headers[SEEN_HEADER]))).titles()).toEqual(['Full']);
});

test('a standby that is silent or away costs a moment and no call, and is read again when it is back', async () => {
  const ben = await memberApp(cast.ben);
  await add('Leg day');
  for (const proxy of proxies) proxy.block();
  expect(await ben.titles()).toEqual(['Leg day']);
  expect(await ben.titles()).toEqual(['Leg day']);
  // Both are put aside by now, so nothing waits for them.
  const began = performance.now();
  for (let times = 0; times < 5; times += 1) expect(await ben.titles()).toEqual(['Leg day']);
  expect(performance.now() - began).toBeLessThan(2_000);
  for (const proxy of proxies) proxy.unblock();
  await untilServed();

  for (const proxy of proxies) await proxy.cut();
  for (let times = 0; times < 5; times += 1) expect(await ben.titles()).toEqual(['Leg day']);
  for (const proxy of proxies) await proxy.giveBack();
  await untilServed();
});

test('holds the walls between organizations on a standby', async () => {
  await add('Leg day');
  await addSession(app.db, { gym: cast.gyms.shoreditch, host: cast.eve, title: 'Night row' });
  const everything = statement('standby-walls', { anything: 'int' })<{ title: string }>(
    'select title from sessions where $anything = 1',
  );
  const replicas = createReplicas({
    url: cluster.standbys[0]!.url,
    max: 1,
    log,
    floor: () => ({ position: FIRST, at: new Date(0) }),
    latest: () => FIRST,
  });
  onTestFinished(() => replicas.close());
  const titlesOf = (organizationId: string) =>
    replicas
      .reads({ organizationId }, FIRST, () => Promise.reject(new Error('The primary was read.')))
      .read(everything, { anything: 1 });
  await expect.poll(() => titlesOf(cast.organizations.ironHarbour)).toEqual([{ title: 'Leg day' }]);
  await expect.poll(() => titlesOf(cast.organizations.nightShift)).toEqual([{ title: 'Night row' }]);
});

test('never shows a member an older state than they have seen, whatever the standbys do', async () => {
  const id = await add('0');
  const ana = await memberApp(cast.ana);
  const readers = await Promise.all([cast.ben, cast.cleo, cast.finn, cast.ana].map((person) => memberApp(person)));
  const before = { served: await counted('served'), behind: await counted('behind') };
  let isOver = false;
  let written = 0;
  const write = async () => {
    for (let number = 1; number <= 60; number += 1) {
      ana.noting(await ana.client.updateSession({ params: { id }, body: { title: String(number) } }));
      written = number;
    }
    isOver = true;
  };
  const disturb = async () => {
    for (let round = 0; !isOver; round += 1) {
      await pause(round % 2);
      await resume(round % 2);
    }
  };
  const read = async (reader: (typeof readers)[number]) => {
    const shown: number[] = [];
    while (!isOver) {
      // Every other time they have just heard of the last write, as by a live event.
      const hasHeard = shown.length % 2 === 0;
      const least = hasHeard ? written : 0;
      if (hasHeard) reader.saw(ana.seen());
      const [title] = await reader.titles();
      expect(Number(title)).toBeGreaterThanOrEqual(least);
      shown.push(Number(title));
    }
    return shown;
  };
  const [, , ...all] = await Promise.all([write(), disturb(), ...readers.map(read)]);
  for (const shown of all) {
    expect(shown.length).toBeGreaterThan(10);
    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
  }
  // Otherwise this proves nothing.
  expect(await counted('served')).toBeGreaterThan(before.served);
  expect(await counted('behind')).toBeGreaterThan(before.behind);
});
