import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { processorSeconds, processorSecondsWithChildren } from '../process-figures.ts';

/** Processor seconds so far. */
export type Usage = { at: number; node: number; postgres: number; members: number; busy: number };

const TICKS_A_SECOND = 100;
export const cores = availableParallelism();

/** Of the whole machine, everybody's work included. */
function busySeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_A_SECOND;
}

export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);

export type Pids = { node: number; postgres: number; members: number };

export const usageOf = ({ node, postgres, members }: Pids): Usage => ({
  at: performance.now() / 1_000,
  node: processorSeconds(node),
  postgres: processorSecondsWithChildren(postgres),
  members: processorSeconds(members),
  busy: busySeconds(),
});

/** Cores used between two looks; `others` is whatever else runs on the machine. */
export function coresUsed(before: Usage, after: Usage) {
  const seconds = after.at - before.at;
  const of = (name: 'node' | 'postgres' | 'members' | 'busy') => (after[name] - before[name]) / seconds;
  const [node, postgres, members] = [of('node'), of('postgres'), of('members')];
  return { seconds, node, postgres, members, others: Math.max(0, of('busy') - node - postgres - members) };
}
export type CoresUsed = ReturnType<typeof coresUsed>;

/** What the server says about itself: how late its thread is, and who waits for a connection. */
export async function askServer(url: string, token: string): Promise<{ lagMs: number; waiting: number }> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  return {
    lagMs: value('nodejs_eventloop_lag_p99_seconds') * 1_000,
    waiting: value('database_connections{state="waiting"}'),
  };
}
