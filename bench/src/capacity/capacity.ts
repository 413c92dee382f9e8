import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@spotter/server/platform/db/connect.ts';
import { migrate } from '@spotter/server/platform/db/migrate.ts';
import type pg from 'pg';
import { afterwards } from '../cleanup.ts';
import { startDatabase } from '../database.ts';
import { median, percentile } from '../measure.ts';
import { residentMegabytes } from '../process-figures.ts';
import { compileCache, endProcess, type ServerProcess, startServer, untilJobsAreDone } from '../server-process.ts';
import { load } from '../settings.ts';
import { createCalls } from './calls.ts';
import { fillGyms, type Sizes } from './gyms.ts';
import type { Order, Played, World } from './members.process.ts';
import { FULL_P99_MS, type Load, reportCapacity } from './report.ts';
import { askServer, coresUsed, type Pids, postmasterOf, usageOf } from './usage.ts';
import type { Visit } from './visits.ts';

const SIZES: Sizes = { gyms: 4, members: 1_000, weeks: 8 };
/** The first load, as so many members; each next is so many times as much. */
const FIRST_MEMBERS = 100_000;
const GROWTH = 1.7;
const MOST_STEPS = 10;
/** So many in a row that take too long: on a busy machine one says little. */
const TOO_SLOW = 2;
const WARM_UP_MS = 5_000;
const MEASURED_MS = 16_000;
/** Idle streams whose memory is weighed before the first load. */
const STREAMS = 1_000;
const LONGEST_OPENING_MS = 20_000;

type Stage = {
  server: ServerProcess;
  pool: pg.Pool;
  members: ReturnType<typeof startMembers>;
  pids: Pids;
  token: string;
};

/** Plays the busiest hour of simulated gyms ever faster, until answers take too long. */
export async function measureCapacity(folder: string): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  const dataDir = join(folder, 'capacity');
  const databaseUrl = await startDatabase(dataDir);
  const { db, pool, close } = connect(databaseUrl, { max: 2, onError: () => {} });
  afterwards(close);
  await migrate(pool);
  const empty = await databaseSize(pool);
  console.log(`Filling a database with ${SIZES.gyms} simulated gyms of ${SIZES.members} members…`);
  const visits = await fillGyms(db, pool, SIZES, secret);
  const databaseBytes = (await databaseSize(pool)) - empty;
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(load.pool),
    TOKEN_SECRET: secret,
    METRICS_TOKEN: secret,
    DEMO_STOCK: '0',
    DATA_DIR: join(folder, 'capacity-server'),
    ...compileCache(folder),
  });
  await untilJobsAreDone(pool);
  const members = startMembers();
  await members.begin({ url: server.url, visits });
  const pids = { node: server.pid, postgres: postmasterOf(dataDir), members: members.pid };
  const stage: Stage = { server, pool, members, pids, token: secret };
  const streamBytes = await weighStreams(server, visits);
  const atRest = usageOf(pids);
  await sleep(WARM_UP_MS);
  const idle = coresUsed(atRest, usageOf(pids));
  const loads: Load[] = [];
  for (let step = 0, size = FIRST_MEMBERS; step < MOST_STEPS; step++, size = Math.round(size * GROWTH)) {
    const measured = await measureLoad(stage, size);
    loads.push(measured);
    console.log(`  ${size.toLocaleString('en')} members: p99 ${Math.round(measured.p99)} ms`);
    if (loads.length >= TOO_SLOW && loads.slice(-TOO_SLOW).every(({ p99 }) => p99 > FULL_P99_MS)) break;
  }
  members.order({ does: 'stop' });
  // Until those who are in the app have closed it, and the calls that waited are answered.
  await sleep(3 * WARM_UP_MS);
  const nodeMegabytes = residentMegabytes(server.pid);
  reportCapacity({ sizes: SIZES, visits, databaseBytes, idle, loads, streamBytes, nodeMegabytes });
}

async function measureLoad({ server, pool, members, pids, token }: Stage, size: number): Promise<Load> {
  members.order({ does: 'play', speed: size / (SIZES.gyms * SIZES.members) });
  await sleep(WARM_UP_MS);
  await members.look();
  const before = usageOf(pids);
  const walBefore = await walPosition(pool);
  const said: Awaited<ReturnType<typeof askServer>>[] = [];
  for (const end = performance.now() + MEASURED_MS; performance.now() < end; await sleep(2_000))
    said.push(await askServer(server.url, token));
  const used = coresUsed(before, usageOf(pids));
  const played = await members.look();
  return {
    members: size,
    used,
    played,
    p50: median(played.took),
    p99: percentile(played.took, 0.99),
    lagMs: Math.max(...said.map(({ lagMs }) => lagMs)),
    waiting: median(said.map(({ waiting }) => waiting)),
    walBytes: (await walPosition(pool)) - walBefore,
  };
}

function startMembers() {
  const child = fork(new URL('./members.process.ts', import.meta.url), { serialization: 'advanced' });
  afterwards(() => endProcess(child));
  const order = (given: Order) => void child.send(given);
  return {
    pid: child.pid ?? 0,
    order,
    async begin(world: World) {
      child.send(world);
      await once(child, 'message');
    },
    async look(): Promise<Played> {
      order({ does: 'look' });
      return (await once(child, 'message'))[0] as Played;
    },
  };
}

/** What an open stream of a member takes of Node's memory. */
async function weighStreams(server: ServerProcess, visits: Visit[]): Promise<number> {
  const calls = createCalls(server.url);
  const before = residentMegabytes(server.pid) ?? 0;
  let left = 0;
  const open = await Promise.all(
    Array.from({ length: STREAMS }, async (_, index) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const ended = () => {
        left += 1;
        resolve();
      };
      const stream = calls.stream(visits[index % visits.length]!.token, resolve, ended);
      await Promise.race([promise, sleep(LONGEST_OPENING_MS, undefined, { ref: false })]);
      return stream;
    }),
  );
  const after = residentMegabytes(server.pid) ?? 0;
  const held = STREAMS - left;
  for (const stream of open) stream.close();
  return ((after - before) * 1_000_000) / held;
}

const databaseSize = (pool: pg.Pool) => number(pool, 'select pg_database_size(current_database())::float8 as value');
const walPosition = (pool: pg.Pool) => number(pool, `select pg_current_wal_lsn() - '0/0' as value`);

async function number(pool: pg.Pool, text: string): Promise<number> {
  const { rows } = await pool.query<{ value: number }>(text);
  return Number(rows[0]?.value);
}
