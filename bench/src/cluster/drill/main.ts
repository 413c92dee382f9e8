/** `npm run test:cluster`: kills every part of a cluster under load and counts what members notice. See docs/cluster.md. */
import { availableParallelism, loadavg } from 'node:os';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { createPool } from '@spotter/server/platform/db/pool.ts';
import { afterwards, cleanUp, cleanUpOnSignals, isCleaningUp } from '../../cleanup.ts';
import { addMembers } from '../../faults/world.ts';
import { type Cluster, startCluster } from '../cluster.ts';
import { choosePlaces, type Places } from '../places.ts';
import { CannotRun } from '../programs.ts';
import { digestOf, startRestored } from '../restored.ts';
import { isKept, type Outcome, table } from './outcome.ts';
import { strikeRounds } from './rounds.ts';
import { strikes } from './strikes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // `--keep` leaves the folder with all logs.
  options: { rounds: { type: 'string', default: '20' }, keep: { type: 'boolean' } },
});

async function main(): Promise<void> {
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new CannotRun('--rounds must be a whole number from 1.');
  const names = strikes.map(({ name }) => name);
  const unknown = positionals.find((word) => !names.includes(word));
  if (unknown) throw new CannotRun(`Unknown part '${unknown}'. Available: ${names.join(', ')}.`);

  const places = await choosePlaces({ keep: values.keep === true });
  const load = () => loadavg()[0]?.toFixed(1);
  console.log(`Starting a cluster with 1,000 members… (${availableParallelism()} cores, load ${load()})`);
  const cluster = await startCluster(places, console.log, { DEMO_STOCK: '0' });
  // A connection that waits in vain between two parts would be to a former primary.
  const pool = createPool({ connectionString: cluster.adminUrl, max: 2, idleTimeoutMillis: 1_000 }, () => {});
  afterwards(() => pool.end());
  const members = await addMembers(pool, cluster.settings.TOKEN_SECRET!);

  const outcomes: Outcome[] = [];
  try {
    for (const one of strikes.filter(({ name }) => positionals.length === 0 || positionals.includes(name)))
      outcomes.push(await strikeRounds({ cluster, pool, ...members }, one, rounds));
  } finally {
    console.log(
      `\n${table(outcomes)}\n\nPgBouncer in ${places.programs.keepsStatements ? 'transaction' : 'session'} mode; load ${load()} at the end.`,
    );
  }
  await restoreBackup(cluster, places);
  const broken = outcomes.filter((outcome) => !isKept(outcome)).map(({ what }) => what);
  if (broken.length > 0) console.error(`Not kept: ${broken.join('; ')}.`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}

/** It needs what was archived on the way, also across failovers. */
async function restoreBackup(cluster: Cluster, places: Places): Promise<void> {
  const primary = await cluster.primary();
  const before = await digestOf(cluster.adminUrl);
  primary.backUp('backup');
  const restored = await digestOf(await startRestored(places, { primary, adminUrl: cluster.adminUrl }));
  const differing = before.filter((table, index) => !isDeepStrictEqual(table, restored[index])).map(({ name }) => name);
  if (differing.length > 0) throw new Error(`The restored backup has other rows in ${differing.join(', ')}.`);
  const rows = before.map(({ name, rows }) => `${rows} ${name}`).join(', ');
  console.log(`pgBackRest made a backup, and restored it into an empty folder with the same rows: ${rows}.`);
}

cleanUpOnSignals();
try {
  await main();
} catch (error) {
  if (!isCleaningUp()) console.error(error instanceof CannotRun ? error.message : error);
  process.exitCode = 1;
}
await cleanUp();
process.exit();
