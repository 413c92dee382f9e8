import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import type { EnginePart } from '../engine.ts';

/** What happens to one part. What it returns brings back what is still away, once members can write again. */
type Strike = (cluster: Cluster, round: number) => Promise<() => Promise<void> | void>;

/** How long systemd waits before it starts a program again (deploy/spotter@.service). */
const RESTART_MS = 2_000;
/** Longer than Patroni goes on trying. */
const WITHOUT_ETCD_MS = 15_000;

const nothing = () => {};

async function killAndRestart(part: EnginePart, afterMs = RESTART_MS) {
  part.kill();
  await sleep(afterMs);
  await part.start();
  return nothing;
}

/** Its machine is lost, and comes back when the others have coped. */
async function lose(part: EnginePart) {
  part.kill();
  return () => part.start();
}

export const strikes: { name: string; what: string; mostSeconds: number; strike: Strike }[] = [
  {
    name: 'node',
    what: 'a node',
    mostSeconds: 20,
    strike: ({ nodes }, round) => killAndRestart(nodes[round % nodes.length]!),
  },
  { name: 'pgbouncer', what: 'PgBouncer', mostSeconds: 20, strike: ({ pgbouncer }) => killAndRestart(pgbouncer) },
  {
    name: 'balancer',
    what: 'HAProxy before the nodes',
    mostSeconds: 20,
    strike: ({ balancer }) => killAndRestart(balancer),
  },
  {
    name: 'database-address',
    what: 'HAProxy before PostgreSQL',
    mostSeconds: 20,
    strike: ({ databaseAddress }) => killAndRestart(databaseAddress),
  },
  {
    name: 'etcd',
    what: 'etcd, away for 15 s',
    mostSeconds: 20,
    strike: ({ etcd }) => killAndRestart(etcd, WITHOUT_ETCD_MS),
  },
  { name: 'switchover', what: 'a planned switchover', mostSeconds: 20, strike: switchOver },
  { name: 'standby', what: 'the standby', mostSeconds: 10, strike: async ({ standby }) => lose(await standby()) },
  {
    name: 'standby-hangs',
    what: 'the standby, hanging',
    mostSeconds: 10,
    strike: async ({ standby }) => {
      const database = await standby();
      database.freeze();
      return database.thaw;
    },
  },
  { name: 'primary', what: 'the primary', mostSeconds: 20, strike: async ({ primary }) => lose(await primary()) },
  {
    name: 'primary-hangs',
    what: 'the primary, hanging',
    mostSeconds: 20,
    strike: async ({ primary }) => {
      const database = await primary();
      database.freeze();
      return database.untilBooted;
    },
  },
];

async function switchOver({ primary, standby }: Cluster) {
  const [leader, candidate] = [await primary(), await standby()];
  const answer = await fetch(`${leader.rest}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
  });
  if (!answer.ok) throw new Error(`Patroni refused to switch over: ${await answer.text()}`);
  return nothing;
}
