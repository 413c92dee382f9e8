/** `npm run test:faults`: breaks a running installation in every way we know and counts what is lost. See docs/reliability.md. */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { afterwards, cleanUp, cleanUpOnSignals, isCleaningUp } from '../cleanup.ts';
import { jumpClock } from './clock.ts';
import { fillDisk } from './disk.ts';
import { fuzz } from './fuzz.ts';
import { cutConnections, type Drill, killDatabase, killServer, stopDatabase } from './kills.ts';
import { keepMemory } from './memory.ts';
import { sufferNeighbors } from './neighbor.ts';
import { sendHostilePictures } from './price/pictures.ts';
import { price } from './price/price.ts';
import { burst, raceForSpots, raceRefreshes } from './races.ts';
import { isKept, type Outcome, quantile, table } from './report.ts';
import { restartOneByOne } from './rolling/rolling.ts';
import { createWorld } from './world.ts';

/** Time for all drills together. A drill that runs out of time reports how many rounds it managed. */
const MINUTES = 22;
const SLOWEST_RECOVERY = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // `--calls` limits the price drill to calls whose names match.
  options: { rounds: { type: 'string', default: '100' }, calls: { type: 'string' } },
});

type Named = { name: string; rounds: number; minutes: number; run: Drill; mustRecover?: true };

/** Extra time for drills that start their own installation. */
const left = (deadline: number) => deadline - performance.now();

/** Rounds at `--rounds 100`; the counts below scale with that option. Of `neighbor` they are seconds, of `price` a share. */
const drills: Named[] = [
  { name: 'database-killed', rounds: 100, minutes: 4.7, run: killDatabase, mustRecover: true },
  { name: 'connections-cut', rounds: 40, minutes: 0.7, run: cutConnections, mustRecover: true },
  { name: 'server-killed', rounds: 10, minutes: 1, run: killServer },
  { name: 'database-stopped', rounds: 3, minutes: 0.4, run: stopDatabase },
  { name: 'rolling-restart', rounds: 2, minutes: 1.5, run: restartOneByOne },
  { name: 'burst', rounds: 5, minutes: 0.6, run: burst },
  { name: 'spots', rounds: 20, minutes: 0.3, run: raceForSpots },
  { name: 'refresh', rounds: 20, minutes: 0.2, run: raceRefreshes },
  { name: 'fuzz', rounds: 6, minutes: 0.5, run: fuzz },
  { name: 'disk-full', rounds: 3, minutes: 0.5, run: (_world, rounds, deadline) => fillDisk(rounds, left(deadline)) },
  {
    name: 'price',
    rounds: 100,
    minutes: 4,
    run: (_world, rounds, deadline) => price({ share: rounds / 100, milliseconds: left(deadline), only: values.calls }),
  },
  { name: 'pictures', rounds: 1, minutes: 1, run: () => sendHostilePictures() },
  { name: 'neighbor', rounds: 30, minutes: 2.5, run: (_world, seconds) => sufferNeighbors(seconds) },
  { name: 'memory', rounds: 3, minutes: 4, run: (_world, rounds, deadline) => keepMemory(rounds, deadline) },
  { name: 'clock', rounds: 6, minutes: 0.3, run: (_world, rounds, deadline) => jumpClock(rounds, left(deadline)) },
];

async function main(): Promise<void> {
  const share = Number(values.rounds) / 100;
  if (!(share > 0)) throw new Error('--rounds must be a number from 1.');
  const unknown = positionals.find((word) => !drills.some(({ name }) => name === word));
  if (unknown) throw new Error(`Unknown drill '${unknown}'. Available: ${drills.map(({ name }) => name).join(', ')}.`);
  const chosen = drills.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

  const began = performance.now();
  const tooLong = setTimeout(() => {
    console.error(`The drills took longer than ${MINUTES} minutes and were stopped.`);
    process.exitCode = 1;
    void cleanUp().then(() => process.exit());
  }, MINUTES * 60_000);
  afterwards(() => clearTimeout(tooLong));
  const load = loadavg()[0]?.toFixed(1);
  console.log(`Starting an installation with 1,000 members… (${availableParallelism()} cores, load ${load})`);
  const world = await createWorld();
  const outcomes: Outcome[] = [];
  const late: string[] = [];
  for (const { name, rounds, minutes, run, mustRecover } of chosen) {
    console.log(`${name}…`);
    try {
      const outcome = await run(world, Math.max(1, Math.round(rounds * share)), performance.now() + minutes * 60_000);
      outcomes.push(outcome);
      if (mustRecover && quantile(outcome.recovery, 0.99) > SLOWEST_RECOVERY) late.push(name);
    } catch (error) {
      // The other drills can still report.
      console.error(error);
      process.exitCode = 1;
    }
  }
  console.log(`\n${table(outcomes)}\n`);
  console.log(
    `${Math.round((performance.now() - began) / 1000)} seconds in all; load ${loadavg()[0]?.toFixed(1)} at the end.`,
  );
  const broken = outcomes.filter((outcome) => !isKept(outcome)).map(({ fault }) => fault);
  if (broken.length > 0) console.error(`Not kept: ${broken.join(', ')}.`);
  if (late.length > 0) console.error(`Recovered too late: ${late.join(', ')}.`);
  if (broken.length + late.length > 0) process.exitCode = 1;
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
