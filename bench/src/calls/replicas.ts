import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { SEEN_HEADER } from '@spotter/contract/api/seen.ts';
import { connect } from '@spotter/server/platform/db/connect.ts';
import { preparedReads } from '@spotter/server/platform/db/reads.ts';
import { startWithStandbys } from '@spotter/server/testing/databases/standbys.ts';
import type pg from 'pg';
import { afterwards } from '../cleanup.ts';
import { childrenSeconds } from '../process-figures.ts';
import { compileCache, startServer, untilJobsAreDone } from '../server-process.ts';
import { load } from '../settings.ts';
import { type Person, signedInPeople } from '../signed-in.ts';

export type ReplicaReads = {
  standbys: number;
  perSecond: number;
  /** The part of the reads that a standby answered. */
  served: number;
  /** Processor time of the primary for a read, its share of the writes included. */
  primaryMicros: number;
  writes: number;
  reads: number;
  /** Reads that showed less than their member had seen. */
  older: number;
  loadAverage: number;
};

const READERS = 16;
const WRITE_EVERY_MS = 50;

/** Members read the list while its first session changes twenty times a second, with 0, 1 and 2 standbys. */
export async function measureReplicas(
  folder: string,
  fill: (databaseUrl: string) => Promise<void>,
): Promise<ReplicaReads[]> {
  const cluster = await startWithStandbys(2, fill);
  afterwards(cluster.stop);
  const { pool, close } = connect(cluster.primary.url, { max: 2, onError: () => {} });
  afterwards(close);
  const secret = randomBytes(32).toString('hex');
  const { sessionId, gymId, hostId, organizationId } = await probeIn(pool);
  const people = await signedInPeople(pool, preparedReads(pool), secret, { howMany: load.callers, organizationId });
  const host = people.find(({ caller }) => caller.userId === hostId);
  const readers = people.filter(({ caller }) => caller.gymIds.includes(gymId)).slice(0, READERS);
  if (!host || readers.length < READERS) throw new Error('The measured gym has too few members.');

  const measured: ReplicaReads[] = [];
  for (const standbys of [0, 1, 2]) {
    const hosts = cluster.standbys.slice(0, standbys).map(({ url }) => new URL(url));
    const metricsToken = randomBytes(16).toString('hex');
    const server = await startServer({
      DATABASE_URL: cluster.primary.url,
      ...(hosts[0] && {
        DATABASE_REPLICA_URL: hosts[0].href.replace(hosts[0].host, hosts.map(({ host }) => host).join()),
      }),
      DATABASE_POOL: String(load.pool),
      TOKEN_SECRET: secret,
      METRICS_TOKEN: metricsToken,
      DEMO_STOCK: '0',
      DATA_DIR: join(folder, 'replicas'),
      ...compileCache(folder),
    });
    await untilJobsAreDone(pool);
    const play = (seconds: number) => playMembers(server.url, { sessionId, host, readers, seconds });
    await play(load.seconds);
    const before = {
      seconds: childrenSeconds(cluster.primaryPid),
      served: await servedReads(server.url, metricsToken),
    };
    const played = await play(load.rounds * load.seconds);
    measured.push({
      standbys,
      ...played,
      served: ((await servedReads(server.url, metricsToken)) - before.served) / played.reads,
      primaryMicros: ((childrenSeconds(cluster.primaryPid) - before.seconds) * 1_000_000) / played.reads,
      loadAverage: loadavg()[0] ?? 0,
    });
    await server.stop();
  }
  return measured;
}

/** The next session of a member, moved to the top of the list. */
async function probeIn(pool: pg.Pool) {
  const { rows } = await pool.query<Record<'sessionId' | 'gymId' | 'hostId' | 'organizationId', string>>(
    `update sessions set starts_at = now() + interval '20 minutes', ends_at = now() + interval '80 minutes', title = '0'
     where id = (select s.id from sessions s join logins l on l.user_id = s.creator_id
       where s.status = 'active' and s.starts_at > now() + interval '1 hour' and s.series_id is null
       order by s.starts_at limit 1)
     returning id as "sessionId", gym_id as "gymId", creator_id as "hostId", organization_id as "organizationId"`,
  );
  if (!rows[0]) throw new Error('The measured database has no session to change.');
  return rows[0];
}

type Play = { sessionId: string; host: Person; readers: Person[]; seconds: number };

let number = 0;

async function playMembers(url: string, { sessionId, host, readers, seconds }: Play) {
  const began = performance.now();
  const ends = began + seconds * 1_000;
  const isOver = () => performance.now() > ends;
  let written = number;
  let writtenAt = '';
  let [reads, writes, older] = [0, 0, 0];

  async function call(path: string, { token }: Person, seen: string, change?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, ...(seen && { [SEEN_HEADER]: seen }) };
    const asked = change
      ? { method: 'PATCH', body: JSON.stringify(change), headers: { ...headers, 'content-type': 'application/json' } }
      : { headers };
    const response = await fetch(`${url}/api/v1/sessions/${path}`, asked);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
  const seenIn = (response: Response, before: string) => {
    const seen = response.headers.get(SEEN_HEADER) ?? '';
    return seen > before ? seen : before;
  };

  async function write(): Promise<void> {
    while (!isOver()) {
      number += 1;
      const response = await call(`${sessionId}/`, host, writtenAt, { title: String(number) });
      await response.text();
      [writtenAt, written] = [seenIn(response, writtenAt), number];
      writes += 1;
      await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY_MS));
    }
  }
  async function read(reader: Person): Promise<void> {
    let seen = '';
    let shown = 0;
    for (let turn = 0; !isOver(); turn += 1) {
      // Every tenth time a live event has just told of the last change.
      if (turn % 10 === 0) [seen, shown] = [writtenAt > seen ? writtenAt : seen, Math.max(shown, written)];
      const response = await call('', reader, seen);
      const { results } = (await response.json()) as { results: { id: string; title: string }[] };
      const title = Number(results.find(({ id }) => id === sessionId)?.title);
      if (!(title >= shown)) older += 1;
      [seen, shown] = [seenIn(response, seen), Math.max(shown, title || 0)];
      reads += 1;
    }
  }
  await Promise.all([write(), ...readers.map(read)]);
  return { perSecond: (reads * 1_000) / (performance.now() - began), reads, writes, older };
}

async function servedReads(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^replica_reads_total\{outcome="served"\} (\d+)/m.exec(await response.text())?.[1] ?? 0);
}
