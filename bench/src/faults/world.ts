import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, loadPasswords } from '@spotter/server/platform/db/embedded/cluster.ts';
import { findProcess, readPidFile } from '@spotter/server/platform/db/embedded/processes.ts';
import { createPool } from '@spotter/server/platform/db/pool.ts';
import { preparedReads } from '@spotter/server/platform/db/reads.ts';
import { newId } from '@spotter/server/platform/ids.ts';
import { createAccessTokens } from '@spotter/server/platform/logins/access-tokens.ts';
import type pg from 'pg';
import { afterwards } from '../cleanup.ts';
import { fill } from '../fill.ts';
import { compileCache, type ServerProcess, startServer } from '../server-process.ts';
import { sizesFor } from '../settings.ts';
import { type Person, signedInPeople } from '../signed-in.ts';

const SECRET = 'signs the tokens of this drill and of nothing else';

/** A server as `npm start` runs it, with its own PostgreSQL and a thousand members. */
export type World = {
  folder: string;
  /** Members of one gym. */
  people: Person[];
  gym: string;
  /** Direct access to the tables as the database's administrator. */
  pool: pg.Pool;
  url(): string;
  server(): ServerProcess;
  /** Starts the server again after it was killed. */
  restart(): Promise<void>;
  postmaster(): number;
  /** For another process on the same database. */
  nodeSettings: Record<string, string>;
  /** A token for any account, without the sign-in call. */
  tokenFor(userId: string): Promise<string>;
};

type Settings = {
  folder?: string;
  env?: Record<string, string>;
  /** How many organizations of a thousand members. */
  organizations?: number;
  withMessages?: boolean;
};

export async function createWorld(settings: Settings = {}): Promise<World> {
  const { folder = newFolder(), env = {}, organizations = 1, withMessages = false } = settings;
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const serverSettings = {
    DATA_DIR: dataDir,
    TOKEN_SECRET: SECRET,
    SAMPLE_DATA: 'off',
    LOG_LEVEL: 'fatal',
    ...compileCache(tmpdir()),
    ...env,
  };
  const cluster = join(dataDir, 'postgres', 'cluster');
  // A server that was killed leaves its PostgreSQL running.
  afterwards(() => {
    const pid = readPidFile(cluster)?.pid;
    if (pid && findProcess(pid)?.command.some((word) => word.includes(dataDir))) process.kill(pid, 'SIGINT');
  });
  let server = await startServer(serverSettings);
  const passwords = loadPasswords(join(dataDir, 'postgres'), cluster);
  const { port = 0 } = readPidFile(cluster) ?? {};
  const pool = createPool({ connectionString: databaseUrl('admin', passwords, port), max: 2 }, () => {});
  afterwards(() => pool.end());
  const neighbors = await addMembers(pool, SECRET, { organizations, withMessages });
  return {
    folder,
    ...neighbors,
    pool,
    nodeSettings: { ...serverSettings, DATABASE_URL: databaseUrl('app', passwords, port) },
    url: () => server.url,
    server: () => server,
    async restart() {
      server = await startServer(serverSettings);
    },
    async tokenFor(userId) {
      const loginId = newId();
      await pool.query(
        `insert into logins (id, user_id, method, expires_at) values ($1, $2, 'password', now() + interval '1 day')`,
        [loginId, userId],
      );
      return createAccessTokens(SECRET).sign({ userId, loginId, seconds: 86_400 });
    },
    postmaster: () => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]),
  };
}

/** Fills a new database. The members of one gym are signed in. */
export async function addMembers(
  pool: pg.Pool,
  secret: string,
  { organizations = 1, withMessages = false } = {},
): Promise<Pick<World, 'people' | 'gym'>> {
  await fill(pool, sizesFor(organizations * 1_000), withMessages);
  // Without blocks every member may join every session, which keeps the drills simple.
  await pool.query('delete from blocks');
  const everybody = await signedInPeople(pool, preparedReads(pool), secret, { howMany: 400 });
  const gym = everybody[0]?.caller.gymIds[0] ?? '';
  return { gym, people: everybody.filter(({ caller }) => caller.gymIds.includes(gym)) };
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-faults-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A session tomorrow, hosted by the first member, with the others as participants. */
export async function addSession(
  { pool, gym }: Pick<World, 'pool' | 'gym'>,
  { host, others = [], spots = 300 }: { host: Person; others?: Person[]; spots?: number },
): Promise<string> {
  const { organizationId, userId } = host.caller;
  const id = newId();
  await pool.query(
    `insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, starts_at, ends_at,
       max_participants, share_token)
     values ($1, $2, $3, $4, 'strength', 'Drill', now() + interval '1 day', now() + interval '25 hours', $5, $6)`,
    [organizationId, id, gym, userId, spots, id.replaceAll('-', '')],
  );
  await pool.query(
    `insert into session_participants (organization_id, session_id, user_id) select $1, $2, unnest($3::uuid[])`,
    [organizationId, id, [userId, ...others.map(({ caller }) => caller.userId)]],
  );
  return id;
}
