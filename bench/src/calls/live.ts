import type pg from 'pg';
import type { Answering } from '../floor/floor-process.ts';
import { median, percentile } from '../measure.ts';
import type { Person } from '../signed-in.ts';
import { spotsToTake } from './spots.ts';
import { openStream } from './stream.ts';

/** Milliseconds from a join until every listener at the gym has the event. */
export type Hearing = { listeners: number; joins: number; p50: number; p99: number };

const LISTENERS = 200;
const JOINS = 200;

/**
 * Members of one organization listen while others join one by one. The clock stops when the last listener at that gym
 * has the event.
 */
export async function measureHearing(server: Answering, pool: pg.Pool, people: Person[]): Promise<Hearing> {
  const waiting = new Map<string, () => void>();
  const stop = new AbortController();
  const listeners = (await withoutBlocks(pool, people)).slice(0, LISTENERS);
  await Promise.all(
    listeners.map((person) =>
      listen(server.url, person, stop.signal, (sessionId) => waiting.get(`${person.caller.userId} ${sessionId}`)?.()),
    ),
  );
  const spots = (
    await spotsToTake(
      pool,
      people.filter((person) => !listeners.includes(person)),
    )
  ).slice(0, JOINS);
  const took: number[] = [];
  for (const { person, sessionId } of spots) {
    const { rows } = await pool.query('select gym_id from sessions where id = $1', [sessionId]);
    const those = listeners.filter(({ caller }) => caller.gymIds.includes(rows[0].gym_id));
    const heard = those.map(({ caller }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(`${caller.userId} ${sessionId}`, resolve);
      return promise;
    });
    const began = performance.now();
    const answer = await fetch(`${server.url}/api/v1/sessions/${sessionId}/join/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scope: 'this' }),
    });
    if (!answer.ok) throw new Error(`Joining answered ${answer.status}: ${await answer.text()}`);
    await Promise.all(heard);
    took.push(performance.now() - began);
  }
  stop.abort();
  return { listeners: listeners.length, joins: took.length, p50: median(took), p99: percentile(took, 0.99) };
}

/** Blocked pairs get no events about each other's sessions. */
export async function withoutBlocks(pool: pg.Pool, people: Person[]): Promise<Person[]> {
  const { rows } = await pool.query<{ id: string }>('select unnest(array[blocker_id, blocked_id]) as id from blocks');
  const apart = new Set(rows.map(({ id }) => id));
  return people.filter(({ caller }) => !apart.has(caller.userId));
}

/** Resolves when the stream is open, then reports every spot that is taken. */
function listen(url: string, person: Person, signal: AbortSignal, onTaken: (sessionId: string) => void) {
  let text = '';
  return openStream(url, person, signal, (chunk) => {
    const events = (text + chunk).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const taken = /event: session\.joined\ndata: .*"session_id":"([^"]+)"/.exec(event)?.[1];
      if (taken) onTaken(taken);
    }
  });
}
