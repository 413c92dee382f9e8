/**
 * `npm run bench`: measures how fast the product is, next to the least it could cost. docs/bench.md explains the
 * figures.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@spotter/server/platform/db/connect.ts';
import { migrate } from '@spotter/server/platform/db/migrate.ts';
import { preparedReads } from '@spotter/server/platform/db/reads.ts';
import { buildWeb } from '../../scripts/web-build.ts';
import { measureCalendar } from './browser/calendar.ts';
import { measureFeel } from './browser/feel.ts';
import { measureScripts } from './browser/javascript.ts';
import { measureLighthouse } from './browser/lighthouse.ts';
import { measureLongChat } from './browser/long-chat.ts';
import { type DemoStarts, measureDemos } from './calls/demo.ts';
import { measureHearing } from './calls/live.ts';
import { measureReads } from './calls/reads.ts';
import { measureReplicas } from './calls/replicas.ts';
import { measureGrowth, measureSessions } from './calls/sessions.ts';
import { measureSuggestions } from './calls/suggestions.ts';
import { measureWalls } from './calls/walls.ts';
import { measureCapacity } from './capacity/capacity.ts';
import { measureChurn } from './churn/churn.ts';
import { afterwards, cleanUp, cleanUpOnSignals, isCleaningUp } from './cleanup.ts';
import { measureClusterHealth } from './cluster-health/cluster-health.ts';
import { type MeasuredCost, measureCosts } from './costs/costs.ts';
import { startDatabase } from './database.ts';
import { fill } from './fill.ts';
import { measureMatching } from './matching/matching.ts';
import { measureOwners } from './owners/owners.ts';
import { measurePeople } from './people/people.ts';
import { measureStreams } from './people/streams.ts';
import { residentMegabytes } from './process-figures.ts';
import { type Results, report } from './report.ts';
import { compileCache, startServer, untilJobsAreDone } from './server-process.ts';
import { load, parseOptions, type Sizes, sizesFor } from './settings.ts';
import { signedInPeople } from './signed-in.ts';
import { measureStart } from './start-times.ts';

/** Longer than the half minute after which the server gives back memory, so idle means idle. */
const settle = () => sleep(35_000);

async function fillDatabase(url: string, sizes: Sizes, withMessages: boolean): Promise<void> {
  const began = performance.now();
  const connection = connect(url, { max: 4, onError: () => {} });
  await migrate(connection.pool);
  await fill(connection.pool, sizes, withMessages);
  await connection.close();
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`  ${sizes.members.toLocaleString('en')} members in ${seconds} s`);
}

/** The server on a filled database, with members who call it. */
async function serverOn(databaseUrl: string, folder: string) {
  const secret = randomBytes(32).toString('hex');
  const { pool, close } = connect(databaseUrl, { max: 2, onError: () => {} });
  afterwards(close);
  const signIn = (wanted: Parameters<typeof signedInPeople>[3]) =>
    signedInPeople(pool, preparedReads(pool), secret, wanted);
  const everybody = await signIn({ howMany: load.callers });
  const ofOneOrganization = await signIn({
    howMany: load.callers,
    ...(everybody[0] && { organizationId: everybody[0].caller.organizationId }),
  });
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(load.pool),
    TOKEN_SECRET: secret,
    // Sandboxes made ahead would disturb the figures.
    DEMO_STOCK: '0',
    DATA_DIR: join(folder, 'server'),
    ...compileCache(folder),
  });
  await untilJobsAreDone(pool);
  return { server, pool, signIn, everybody, ofOneOrganization };
}

async function measureRunning(folder: string, { parts, sizes, grown }: Options): Promise<Results> {
  console.log('Filling a database…');
  const databaseUrl = await startDatabase(join(folder, 'postgres'));
  await fillDatabase(databaseUrl, sizes, parts.has('reads') || parts.has('walls') || parts.has('people'));
  const small = await serverOn(databaseUrl, folder);
  const { server, pool, signIn, everybody, ofOneOrganization } = small;
  const results: Results = { sizes };
  if (parts.has('reads')) {
    await settle();
    const started = residentMegabytes(server.pid);
    console.log('Measuring hot reads…');
    results.reads = await measureReads(server, databaseUrl, everybody);
    await settle();
    results.memory = { started, afterLoad: residentMegabytes(server.pid) };
  }
  if (parts.has('walls')) {
    console.log('Measuring the walls between organizations…');
    results.walls = await measureWalls(pool, everybody);
  }
  if (parts.has('sessions')) {
    console.log('Measuring sessions…');
    results.sessions = await measureSessions(server, databaseUrl, pool, { everybody, ofOneOrganization });
    if (grown) results.growth = { ...(await measureGrown(folder, small, grown)), sizes: grown };
  }
  if (parts.has('people')) {
    console.log('Measuring what happens between people…');
    results.people = await measurePeople(server, databaseUrl, pool, { everybody, ofOneOrganization });
  }
  if (parts.has('suggestions')) {
    console.log('Measuring suggestions in a large gym…');
    results.suggestions = await measureSuggestions(server, databaseUrl, pool, signIn);
  }
  if (parts.has('owners')) {
    console.log('Measuring what an owner asks for…');
    results.owning = await measureOwners(server, pool, signIn);
  }
  if (parts.has('live')) {
    console.log('Measuring how soon others hear…');
    results.hearing = await measureHearing(server, pool, ofOneOrganization);
  }
  if (parts.has('streams')) {
    console.log('Measuring how a message reaches a thousand readers…');
    results.reaching = await measureStreams(server, pool, { everybody, ofOneOrganization });
  }
  if (parts.has('javascript')) {
    console.log('Measuring what a browser receives…');
    results.scripts = await measureScripts(server.url, everybody[0]?.token ?? '');
  }
  if (parts.has('lighthouse')) {
    console.log('Asking Lighthouse…');
    results.pages = await measureLighthouse(server.url, everybody[0]?.token ?? '');
  }
  if (parts.has('calendar') && everybody[0]) {
    console.log('Measuring how a full week is drawn…');
    results.calendar = await measureCalendar(server.url, pool, everybody[0]);
  }
  if (parts.has('long-chat') && everybody[0]) {
    console.log('Measuring a chat of many years…');
    results.longChat = await measureLongChat(server.url, pool, everybody[0]);
  }
  if (parts.has('feel') && everybody[0]) {
    console.log('Trying the app on a slow phone…');
    results.feel = await measureFeel(server.url, pool, everybody[0]);
  }
  return results;
}

/** One organization of 10,000 members and 20,000 sessions. */
async function measureCostsOf(folder: string): Promise<MeasuredCost[]> {
  console.log('Filling a database with one large organization…');
  const databaseUrl = await startDatabase(join(folder, 'large'));
  await fillDatabase(databaseUrl, { ...sizesFor(10_000), organizations: 1 }, true);
  const { server, pool, signIn } = await serverOn(databaseUrl, folder);
  console.log('Measuring what calls cost…');
  return measureCosts(server, pool, signIn);
}

/** An installation with nothing else in it, as it is shipped. */
async function measureDemosOf(folder: string): Promise<DemoStarts[]> {
  const databaseUrl = await startDatabase(join(folder, 'demos'));
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: join(folder, 'demo-server'),
    ...compileCache(folder),
  });
  const { pool, close } = connect(databaseUrl, { max: 2, onError: () => {} });
  afterwards(close);
  console.log('Measuring how fast demos start…');
  return measureDemos(server, pool);
}

/** The same list from a second, larger database. */
async function measureGrown(folder: string, small: Awaited<ReturnType<typeof serverOn>>, sizes: Sizes) {
  console.log('Filling a larger database…');
  const databaseUrl = await startDatabase(join(folder, 'larger'));
  await fillDatabase(databaseUrl, sizes, false);
  const large = await serverOn(databaseUrl, folder);
  console.log('Measuring the list of sessions on both…');
  const listing = ({ server, everybody }: typeof small) => ({
    ...server,
    requests: everybody.map(({ token }) => ({
      path: '/api/v1/sessions/',
      headers: { authorization: `Bearer ${token}` },
    })),
  });
  return measureGrowth(listing(small), listing(large));
}

/** Parts that load the app's own files. */
const inBrowser: ReadonlySet<string> = new Set(['javascript', 'lighthouse', 'calendar', 'long-chat', 'feel']);

/** Parts that need nothing of the others. */
const alone: ReadonlySet<string> = new Set([
  ...['start', 'costs', 'churn', 'matching', 'demo', 'replicas', 'capacity', 'cluster-health'],
]);

type Options = ReturnType<typeof parseOptions>;

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const { parts } = options;
  const folder = mkdtempSync(join(tmpdir(), 'spotter-bench-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  if ([...parts].some((part) => inBrowser.has(part))) await buildWeb(console.log);
  const results: Results = {};
  if (parts.has('start')) {
    console.log('Measuring starts…');
    results.start = await measureStart(folder);
  }
  if (parts.has('costs')) results.costs = await measureCostsOf(folder);
  if (parts.has('churn')) {
    console.log('Playing worlds to measure the radar…');
    measureChurn();
  }
  if (parts.has('matching')) {
    console.log('Playing worlds to measure suggestions…');
    measureMatching();
  }
  if (parts.has('capacity')) await measureCapacity(folder);
  if (parts.has('cluster-health')) await measureClusterHealth(folder);
  if (parts.has('demo')) results.demos = await measureDemosOf(folder);
  if (parts.has('replicas')) {
    console.log('Measuring reads with standbys…');
    results.replicas = await measureReplicas(folder, (url) => fillDatabase(url, sizesFor(5_000), false));
  }
  if ([...parts].some((part) => !alone.has(part))) Object.assign(results, await measureRunning(folder, options));
  if (Object.keys(results).length > 0) report(results);
}

cleanUpOnSignals();
try {
  await main();
} catch (error) {
  if (!isCleaningUp()) console.error(error);
  process.exitCode = 1;
}
await cleanUp();
process.exit();
