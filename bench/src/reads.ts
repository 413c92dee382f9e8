import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterwards } from './cleanup.ts';
import type { FloorOrder } from './floor.ts';
import { type HotRead, hotReads, statementFor } from './hot-reads.ts';
import { type Comparison, compare, type Target } from './measure.ts';
import type { Person } from './people.ts';
import { endProcess } from './server-process.ts';
import { load } from './settings.ts';

type Answering = { url: string; pid: number };
export type MeasuredRead = { title: string } & Comparison;

/** Measures every hot read on the server and on the floor beside it. */
export async function measureReads(running: Answering, databaseUrl: string, people: Person[]): Promise<MeasuredRead[]> {
  const bare = await startFloor(databaseUrl, people);
  const measured: MeasuredRead[] = [];
  for (const read of hotReads) {
    const server: Target = { ...running, requests: people.map(({ token }) => asked(read.path, token)) };
    const floor: Target = {
      ...bare,
      requests: people.map(({ token }, index) => asked(`/${read.name}/${index}`, token)),
    };
    await expectSameAnswers(read, server, floor);
    console.log(`  ${read.title}`);
    measured.push({ title: read.title, ...(await compare(server, floor)) });
  }
  return measured;
}

/** The floor gets the same bytes to read as the server, and makes nothing of the token. */
const asked = (path: string, token: string) => ({ path, headers: { authorization: `Bearer ${token}` } });

async function startFloor(databaseUrl: string, people: Person[]): Promise<Answering> {
  const [me, sessions, unread] = await Promise.all(hotReads.map((read) => statementFor(read, people)));
  if (!me || !sessions || !unread) throw new Error('A hot read is missing.');
  const child = fork(fileURLToPath(import.meta.resolve('./floor.ts')), { env: { NODE_ENV: 'production' } });
  afterwards(() => endProcess(child));
  child.send({ databaseUrl, pool: load.pool, reads: { me, sessions, unread } } satisfies FloorOrder);
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
}

/** A race between different answers would say nothing. */
async function expectSameAnswers(read: HotRead, server: Target, floor: Target): Promise<void> {
  const step = Math.max(1, Math.floor(server.requests.length / 100));
  for (let index = 0; index < server.requests.length; index += step) {
    // 'in 2 hours' becomes 'in 1 hour' while we look: only a lasting difference counts.
    let same = false;
    for (let attempt = 0; attempt < 3 && !same; attempt += 1) {
      if (attempt > 0) await sleep(100);
      const [one, other] = await Promise.all([answer(server, index), answer(floor, index)]);
      same = one === other;
    }
    if (!same) throw new Error(`${read.title}: the floor does not give the server's answer.`);
  }
}

async function answer({ url, requests }: Target, index: number): Promise<string> {
  const request = requests[index];
  const response = await fetch(`${url}${request?.path}`, { headers: request?.headers });
  if (!response.ok) throw new Error(`${url}${request?.path} answered ${response.status}: ${await response.text()}`);
  return response.text();
}
