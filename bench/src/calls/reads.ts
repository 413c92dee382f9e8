import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Answering, startFloor } from '../floor/floor-process.ts';
import { tightReadFor } from '../floor/tight-statements.ts';
import { type Comparison, compare, type Target } from '../measure.ts';
import type { Person } from '../signed-in.ts';
import { hotReads, statementFor } from './hot-reads.ts';

export type MeasuredRead = { title: string } & Comparison;

/** Measures every hot read on the server and on both floors. */
export async function measureReads(running: Answering, databaseUrl: string, people: Person[]): Promise<MeasuredRead[]> {
  const [me, sessions, unread] = await Promise.all(hotReads.map((read) => statementFor(read, people)));
  if (!me || !sessions || !unread) throw new Error('A hot read is missing.');
  const tight = Object.fromEntries(hotReads.map(({ name }) => [name, tightReadFor(name, people)]));
  const bare = await startFloor({ databaseUrl, reads: { me, sessions, unread }, tight });
  const measured: MeasuredRead[] = [];
  for (const read of hotReads) {
    const server: Target = { ...running, requests: people.map(({ token }) => asked(read.path, token)) };
    const beside = (kind: string): Target => ({
      ...bare,
      requests: people.map(({ token }, index) => asked(`/${kind}/${read.name}/${index}`, token)),
    });
    const [floor, tight] = [beside('floor'), beside('tight')];
    await expectSameAnswers(read.title, server, floor);
    console.log(`  ${read.title}`);
    measured.push({ title: read.title, ...(await compare({ server, floor, tight })) });
  }
  return measured;
}

/** The floor receives the same bytes as the server and ignores the token. */
const asked = (path: string, token: string) => ({ path, headers: { authorization: `Bearer ${token}` } });

/** Comparing the speed of different answers would be meaningless. */
export async function expectSameAnswers(title: string, server: Target, floor: Target): Promise<void> {
  const step = Math.max(1, Math.floor(server.requests.length / 100));
  for (let index = 0; index < server.requests.length; index += step) {
    // 'in 2 hours' may become 'in 1 hour' between the two calls; only a lasting difference counts.
    let same = false;
    for (let attempt = 0; attempt < 3 && !same; attempt += 1) {
      if (attempt > 0) await sleep(100);
      const [one, other] = await Promise.all([answer(server, index), answer(floor, index)]);
      same = isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
    }
    if (!same) throw new Error(`${title}: the floor does not give the server's answer.`);
  }
}

async function answer({ url, requests }: Target, index: number): Promise<string> {
  const request = requests[index];
  const response = await fetch(`${url}${request?.path}`, { headers: request?.headers });
  if (!response.ok) throw new Error(`${url}${request?.path} answered ${response.status}: ${await response.text()}`);
  return response.text();
}
