import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { connect } from '@spotter/server/platform/db/connect.ts';
import { migrate } from '@spotter/server/platform/db/migrate.ts';
import { preparedReads } from '@spotter/server/platform/db/reads.ts';
import { hasWrk } from '../calls/clients.ts';
import { afterwards } from '../cleanup.ts';
import { startDatabase } from '../database.ts';
import { fill } from '../fill.ts';
import { compileCache, startServer, untilJobsAreDone } from '../server-process.ts';
import { HOUSE, load, sizesFor } from '../settings.ts';
import { signedInPeople } from '../signed-in.ts';
import { measureEvents, PACE_MS } from './events.ts';
import { CONNECTIONS, measureReadiness } from './readiness.ts';

const GOAL_MS = 50;
type Times = { p50: number; p99: number };
const times = ({ p50, p99 }: Times) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
const figure = (measured: Times) =>
  `${times(measured)}; the goal is ${GOAL_MS} ms, ${measured.p99 < GOAL_MS ? 'reached' : 'not reached'}`;

/** Two nodes of one installation on this machine: how soon one says whether it is ready, and hears what happens on the other. */
export async function measureClusterHealth(folder: string): Promise<void> {
  const databaseUrl = await startDatabase(join(folder, 'two-nodes'));
  const { pool, close } = connect(databaseUrl, { max: 2, onError: () => {} });
  afterwards(close);
  await migrate(pool);
  await fill(pool, sizesFor(HOUSE.members), false);
  const secret = randomBytes(32).toString('hex');
  const start = () =>
    startServer({
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: String(load.pool),
      TOKEN_SECRET: secret,
      DEMO_STOCK: '0',
      // Holds a key that all nodes share.
      DATA_DIR: join(folder, 'nodes'),
      ...compileCache(folder),
    });
  const [here, there] = [await start(), await start()];
  await untilJobsAreDone(pool);
  const people = await signedInPeople(pool, preparedReads(pool), secret, { howMany: 200 });
  console.log('Measuring live events from node to node…');
  const events = await measureEvents({ pool, people, sendTo: here.url, listenAt: there.url });
  await untilJobsAreDone(pool);
  console.log('Measuring readiness…');
  const { asked, beside } = await measureReadiness(here.url, people);
  console.log(`
- an event of one node, until ${events.listeners} readers on another have it (${events.messages} messages, ${1000 / PACE_MS} a second): ${figure(events.paced.heard)}
- until the sender has their answer: ${times(events.paced.answered)}
- the same without a pause between the messages: ${times(events.crowded.heard)}; answered: ${times(events.crowded.answered)}
- /readyz on ${CONNECTIONS} connections, ${Math.round(asked.perSecond)} answers a second: ${figure(asked)}
- /readyz on its own connection while ${CONNECTIONS} others read as fast as they are answered: ${figure(beside)}
- load average ${loadavg()[0]?.toFixed(1)}; asked by ${hasWrk ? 'wrk' : 'autocannon'}`);
}
