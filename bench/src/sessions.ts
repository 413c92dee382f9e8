import type pg from 'pg';
import { type Answering, startFloor } from './floor-process.ts';
import { type Comparison, compare, comparison, median, middle, type Round, shoot, type Target } from './measure.ts';
import type { Person } from './people.ts';
import { expectSameAnswers } from './reads.ts';
import { type Asking, floorOrderFor, requestsFor, sessionReads, sessionWrites, tidyUp } from './session-calls.ts';
import { load } from './settings.ts';
import { spotsToMessage, spotsToTake } from './spots.ts';

export type MeasuredCall = { title: string; goal?: number } & Comparison;
/** How the list of sessions answers on a large database, beside a small one. */
export type Growth = { small: Round; large: Round; ratio: number };

type Race = { server: Target; floor: Target };

type Crowd = { everybody: Person[]; ofOneOrganization: Person[] };

/** Measures the calls around a session on the server and on the floor beside it. */
export async function measureSessions(
  running: Answering,
  databaseUrl: string,
  pool: pg.Pool,
  { everybody, ofOneOrganization }: Crowd,
): Promise<MeasuredCall[]> {
  const talking = await spotsToMessage(pool, everybody);
  const spread = await raceOf(running, databaseUrl, {
    everybody,
    joining: await spotsToTake(pool, everybody),
    talking,
  });
  const measured: MeasuredCall[] = [];
  for (const call of sessionReads) {
    console.log(`  ${call.title}`);
    const { server, floor } = spread(call);
    await expectSameAnswers(call.title, server, floor);
    measured.push({ ...nameOf(call), ...(await compare(server, floor)) });
  }
  console.log('  joining, leaving, saying and making');
  measured.push(...(await compareWrites(pool, sessionWrites, spread)));
  console.log('  joining and leaving in one organization');
  const crowded = await raceOf(running, databaseUrl, {
    everybody,
    joining: await spotsToTake(pool, ofOneOrganization),
    talking,
  });
  const [join, leave] = sessionWrites;
  if (!join || !leave) throw new Error('There is no joining to measure.');
  const inOne = await compareWrites(pool, [join, leave], crowded);
  measured.push(...inOne.map(({ goal: _, ...one }) => ({ ...one, title: `${one.title} in one organization` })));
  return measured;
}

const nameOf = ({ title, goal }: { title: string; goal?: number }) => ({ title, ...(goal !== undefined && { goal }) });

async function raceOf(running: Answering, databaseUrl: string, asking: Asking) {
  const bare = await startFloor({ databaseUrl, ...(await floorOrderFor(asking)) });
  return (call: Parameters<typeof requestsFor>[0]): Race => {
    const requests = requestsFor(call, asking);
    return { server: { ...running, requests: requests.server }, floor: { ...bare, requests: requests.floor } };
  };
}

/** Everybody joins, then everybody leaves, and so on, first on one side and then on the other. */
async function compareWrites(
  pool: pg.Pool,
  calls: typeof sessionWrites,
  race: (call: (typeof sessionWrites)[number]) => Race,
): Promise<MeasuredCall[]> {
  const rounds = calls.map((call) => ({ call, ...race(call), pairs: [] as { server: Round; floor: Round }[] }));
  // The first round warms both up.
  for (let round = 0; round <= load.rounds; round += 1) {
    const onServer: Round[] = [];
    for (const { server } of rounds) onServer.push(await shoot(server, 'once'));
    for (const [index, { floor, pairs }] of rounds.entries()) {
      const other = await shoot(floor, 'once');
      const one = onServer[index];
      if (one && round > 0) pairs.push({ server: one, floor: other });
    }
    for (const text of tidyUp) await pool.query(text);
  }
  return rounds.map(({ call, pairs }) => ({ ...nameOf(call), ...comparison(pairs) }));
}

/** The list on a large and on a small database, by turns, under the same number of connections. */
export async function measureGrowth(small: Target, large: Target): Promise<Growth> {
  await shoot(small, 3);
  await shoot(large, 3);
  const pairs: { small: Round; large: Round }[] = [];
  for (let round = 0; round < load.rounds; round += 1)
    pairs.push({ small: await shoot(small, load.seconds), large: await shoot(large, load.seconds) });
  return {
    small: middle(pairs.map((pair) => pair.small)),
    large: middle(pairs.map((pair) => pair.large)),
    ratio: median(pairs.map((pair) => pair.large.p99 / pair.small.p99)),
  };
}
