import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openReader } from '../../faults/rolling/reader.ts';
import { addSession } from '../../faults/world.ts';
import type { Person } from '../../signed-in.ts';
import type { Cluster } from '../cluster.ts';
import type { Outcome } from './outcome.ts';
import type { strikes } from './strikes.ts';
import { startWriters } from './writers.ts';

const WRITERS = 8;
const READERS = 6;
/** What a part that came back may still break. */
const AFTERMATH_MS = 2_000;
const LAST_EVENTS_MS = 15_000;

type World = { cluster: Cluster; pool: pg.Pool; people: Person[]; gym: string };

/** Strikes one part again and again while members write and listen. */
export async function strikeRounds(
  { cluster, pool, people, gym }: World,
  { what, mostSeconds, strike }: (typeof strikes)[number],
  rounds: number,
): Promise<Outcome> {
  const [host, ...others] = people.slice(0, WRITERS + READERS) as [Person, ...Person[]];
  const session = await addSession({ pool, gym }, { host, others });
  const readers = others.slice(-READERS).map((person) => openReader(cluster.url, person, session));
  await Promise.all(readers.map(({ opened }) => opened));
  const writers = startWriters(cluster.url, [host, ...others].slice(0, WRITERS), session);
  const outages: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await cluster.untilWhole();
    await writers.untilAllWriteAfter(performance.now());
    const began = performance.now();
    const bringBack = await strike(cluster, round);
    await writers.untilAllWriteAfter(performance.now());
    await bringBack();
    await cluster.untilWhole();
    await sleep(AFTERMATH_MS);
    await writers.untilAllWriteAfter(performance.now());
    outages.push(writers.longestSince(began));
    console.log(`  ${what}: ${outages.at(-1)!.toFixed(1)} s`);
  }
  await writers.end();
  if (writers.refused.length > 0)
    throw new Error(`Messages were refused: ${[...new Set(writers.refused)].join(', ')}.`);
  const missedBy = (heard: ReadonlySet<string>) => writers.written.filter(({ content }) => !heard.has(content)).length;
  const missed = () => readers.reduce((sum, { heard }) => sum + missedBy(heard), 0);
  const deadline = performance.now() + LAST_EVENTS_MS;
  while (missed() > 0 && performance.now() < deadline) await sleep(100);
  for (const reader of readers) reader.close();

  const { rows } = await pool.query<{ id: string; content: string }>(
    'select id::text, content from session_messages where session_id = $1',
    [session],
  );
  const stored = new Set(rows.map(({ id }) => id));
  return {
    ...{ what, mostSeconds, outages },
    written: writers.written.length,
    lost: writers.written.filter(({ id }) => !stored.has(id)).length,
    doubled: rows.length - new Set(rows.map(({ content }) => content)).size,
    missedEvents: missed(),
    doubledEvents: readers.reduce((sum, { doubled }) => sum + doubled(), 0),
    resets: readers.reduce((sum, { resets }) => sum + resets(), 0),
  };
}
