import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@spotter/server/platform/db/pool.ts';
import { newPushKey } from '@spotter/server/platform/push-key.ts';
import { compileCache, serverProgram } from '../server-process.ts';
import { createDatabase, type Database } from './database.ts';
import { answers, type EnginePart, engine } from './engine.ts';
import { createBalancer, createDatabaseAddress, createEtcd, createPgBouncer } from './engines.ts';
import type { Places } from './places.ts';

type Settings = Record<string, string>;

export type Cluster = {
  /** Where members come in. */
  url: string;
  /** The primary, past the pooler, as PostgreSQL's administrator. */
  adminUrl: string;
  /** The settings of every node. */
  settings: Settings;
  nodes: EnginePart[];
  balancer: EnginePart;
  pgbouncer: EnginePart;
  databaseAddress: EnginePart;
  etcd: EnginePart;
  primary(): Promise<Database>;
  standby(): Promise<Database>;
  /** Waits until there is a primary with its synchronous standby. */
  untilWhole(): Promise<void>;
};

/** As in deploy/patroni.yml. */
const ADMIN_PASSWORD = 'change-me';
const LONGEST_REPAIR_MS = 180_000;

/** Says how far it is. `own` settings are for all nodes. */
export async function startCluster(places: Places, say: (line: string) => void, own: Settings = {}): Promise<Cluster> {
  const { folder, hosts, ports, account } = places;
  const password = randomBytes(16).toString('hex');
  const databaseAt = (port: number, user: string, secret: string, name: string) =>
    `postgresql://${user}:${secret}@${hosts.local}:${port}/${name}`;
  const admin = (name: string) => databaseAt(ports.primary, account.name, ADMIN_PASSWORD, name);

  const etcd = createEtcd(places);
  const databaseAddress = createDatabaseAddress(places);
  const databases = [createDatabase(places, 'pg1', say), createDatabase(places, 'pg2', say)] as const;
  const state = membersOf(databases);
  say('etcd, and PostgreSQL under Patroni…');
  await etcd.start();
  await databaseAddress.start();
  await databases[0].start();
  await until(async () => (await state.find('leader')) !== undefined);
  await until(() => canConnect(admin('postgres')));
  await createEmptyDatabase(admin('postgres'), password);
  databases[0].backUp('stanza-create');
  await databases[1].start();
  const untilWhole = () => until(state.isWhole);
  await untilWhole();

  say('PgBouncer, three nodes and HAProxy…');
  const pgbouncer = createPgBouncer(places, password);
  await pgbouncer.start();
  const url = `http://${hosts.local}:${ports.balancer}`;
  const settings = {
    DATABASE_URL: databaseAt(ports.pgbouncer, 'spotter', password, 'spotter'),
    DATABASE_DIRECT_URL: databaseAt(ports.primary, 'spotter', password, 'spotter'),
    DATA_DIR: join(folder, 'spotter'),
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    PUSH_KEY: newPushKey(),
    PUBLIC_URL: url,
    ...own,
  };
  mkdirSync(settings.DATA_DIR);
  const nodes = (['node1', 'node2', 'node3'] as const).map((name) => createNode(places, name, settings));
  for (const node of nodes) await node.start();
  const balancer = createBalancer(places);
  await balancer.start();
  return {
    ...{ url, adminUrl: admin('spotter'), settings, nodes, balancer, pgbouncer, databaseAddress, etcd, untilWhole },
    primary: () => state.one('leader'),
    standby: () => state.one('sync_standby'),
  };
}

function createNode(
  { folder, hosts, ports }: Places,
  name: 'node1' | 'node2' | 'node3',
  settings: Settings,
): EnginePart {
  const port = ports[name];
  const own = { HOST: hosts.local, PORT: String(port), NODE_ENV: 'production', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  return engine(name, {
    command: [process.execPath, serverProgram],
    folder,
    env: { ...own, ...settings, ...compileCache(folder) },
    isUp: () => answers(`http://${hosts.local}:${port}/readyz`),
  });
}

type Role = 'leader' | 'sync_standby';
type Member = { name: string; role: string; state: string };

/** What Patroni says of its members. */
function membersOf(databases: readonly Database[]) {
  async function members(): Promise<Member[]> {
    for (const { rest } of databases) {
      const said = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
      if (said?.ok) return ((await said.json()) as { members: Member[] }).members;
    }
    return [];
  }
  const find = async (role: Role) => {
    const member = (await members()).find((one) => one.role === role && /^(running|streaming)$/.test(one.state));
    return databases.find(({ name }) => name === member?.name);
  };
  const one = async (role: Role) => {
    const found = await find(role);
    if (!found) throw new Error(`The cluster has no ${role}.`);
    return found;
  };
  return { find, one, isWhole: async () => Boolean((await find('leader')) && (await find('sync_standby'))) };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LONGEST_REPAIR_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('The cluster did not become whole.');
    await sleep(200);
  }
}

const canConnect = (url: string) =>
  run(url, 'select').then(
    () => true,
    () => false,
  );

/** As docs/run.md tells an operator. */
const createEmptyDatabase = (url: string, password: string) =>
  run(
    url,
    `create role spotter login password '${password}'`,
    'create role spotter_tenant nologin',
    'grant spotter_tenant to spotter',
    'create database spotter owner spotter',
    'revoke connect on database spotter from public',
  );

async function run(connectionString: string, ...statements: string[]): Promise<void> {
  const client = createClient({ connectionString, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
