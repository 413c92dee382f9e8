import type pg from 'pg';
import { type Answering, startFloor } from '../floor/floor-process.ts';
import {
  compare,
  compareWrites,
  type MeasuredCall,
  median,
  middle,
  type Round,
  shoot,
  type Target,
} from '../measure.ts';
import { load } from '../settings.ts';
import type { Person } from '../signed-in.ts';
import { expectSameAnswers } from './reads.ts';
import {
  type Asking,
  floorOrderFor,
  prepareFor,
  requestsFor,
  sessionReads,
  sessionWrites,
  tidyUpAfter,
} from './session-calls.ts';
import { spotsToMessage, spotsToTake, spotsToWaitFor } from './spots.ts';

/** Throughput of the session list on a large database compared with a small one. */
export type Growth = { small: Round; large: Round; ratio: number };

type Crowd = { everybody: Person[]; ofOneOrganization: Person[] };

/** Measures the session calls on the server and on both floors. */
export async function measureSessions(
  running: Answering,
  databaseUrl: string,
  pool: pg.Pool,
  { everybody, ofOneOrganization }: Crowd,
): Promise<MeasuredCall[]> {
  const measured: MeasuredCall[] = [];
  const spread = await askingFor(pool, everybody, everybody);
  const racing = await raceOf(running, databaseUrl, spread);
  for (const call of sessionReads) {
    console.log(`  ${call.title}`);
    const race = racing(call);
    await expectSameAnswers(call.title, race.server, race.floor);
    measured.push({ title: call.title, goal: call.goal, ...(await compare(race)) });
  }
  console.log('  writes, spread over all organizations');
  measured.push(...(await compareWrites(writesOf(pool, spread, racing), () => tidyUpAfter(pool, spread))));
  console.log('  writes, all in one organization');
  const crowded = await askingFor(pool, everybody, ofOneOrganization);
  const writes = writesOf(pool, crowded, await raceOf(running, databaseUrl, crowded));
  const inOne = await compareWrites(writes, () => tidyUpAfter(pool, crowded));
  measured.push(...inOne.map((one) => ({ ...one, title: `${one.title}, one organization` })));
  return measured;
}

const writesOf = (pool: pg.Pool, asking: Asking, racing: Awaited<ReturnType<typeof raceOf>>) =>
  sessionWrites.map((call) => {
    const { title, goal, before } = call;
    return { title, goal, race: racing(call), ...(before && { before: () => prepareFor(pool, asking, before) }) };
  });

const askingFor = async (pool: pg.Pool, everybody: Person[], people: Person[]): Promise<Asking> => ({
  everybody,
  joining: await spotsToTake(pool, people),
  talking: await spotsToMessage(pool, people),
  waiting: await spotsToWaitFor(pool, people),
});

async function raceOf(running: Answering, databaseUrl: string, asking: Asking) {
  const bare = await startFloor({ databaseUrl, ...(await floorOrderFor(asking)) });
  return (call: Parameters<typeof requestsFor>[0]) => {
    const { server, floor, tight } = requestsFor(call, asking);
    return {
      server: { ...running, requests: server },
      floor: { ...bare, requests: floor },
      tight: { ...bare, requests: tight },
    };
  };
}

/** Reads the list on a large and a small database in turns, with the same number of connections. */
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
