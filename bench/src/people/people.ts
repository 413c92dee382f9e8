import type pg from 'pg';
import { type Answering, startFloor } from '../floor/floor-process.ts';
import { compare, compareWrites, type MeasuredCall, type Race } from '../measure.ts';
import { load } from '../settings.ts';
import type { Person } from '../signed-in.ts';
import {
  type Chatting,
  chattingAmong,
  type PeopleCall,
  peopleReads,
  peopleWrites,
  requestsFor,
  tidyUpAfter,
  tightFor,
} from './calls.ts';
import { fillPeople } from './fill.ts';

type Crowd = { everybody: Person[]; ofOneOrganization: Person[] };

/** Measures the calls between people on the server and on the tight floor. */
export async function measurePeople(
  running: Answering,
  databaseUrl: string,
  pool: pg.Pool,
  { everybody, ofOneOrganization }: Crowd,
): Promise<MeasuredCall[]> {
  await fillPeople(pool);
  const measured: MeasuredCall[] = [];
  const spread = await chattingAmong(pool, everybody, load.callers);
  const reading = await raceOf(running, databaseUrl, spread, peopleReads);
  for (const call of peopleReads) {
    console.log(`  ${call.title}`);
    measured.push({ title: call.title, goal: call.goal, ...(await compare(reading(call))) });
  }
  const crowds = { '': everybody, ', one organization': ofOneOrganization };
  for (const [where, people] of Object.entries(crowds)) {
    console.log(`  writes${where}`);
    const writing = await chattingAmong(pool, people, load.spots);
    const race = await raceOf(running, databaseUrl, writing, peopleWrites);
    const calls = peopleWrites.map((call) => ({ title: `${call.title}${where}`, goal: call.goal, race: race(call) }));
    measured.push(...(await compareWrites(calls, () => tidyUpAfter(pool))));
  }
  return measured;
}

async function raceOf(running: Answering, databaseUrl: string, chatting: Chatting[], calls: PeopleCall[]) {
  const tight = Object.fromEntries(calls.map((call) => [call.name, tightFor(call, chatting)]));
  const bare = await startFloor({ databaseUrl, reads: {}, tight });
  return (call: PeopleCall): Race => {
    const { server, tight: least } = requestsFor(call, chatting);
    return { server: { ...running, requests: server }, tight: { ...bare, requests: least } };
  };
}
