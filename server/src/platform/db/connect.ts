import { Kysely } from 'kysely';
import pg from 'pg';
import { addressesOf } from '#platform/database-addresses.ts';
import { batchedNotices } from './after-commit.ts';
import { pipeliningDialect } from './driver.ts';
import { HostsClient } from './hosts.ts';
import { createPool } from './pool.ts';
import { sessionLimits } from './pooler.ts';
import { createMarks, type Marks } from './position.ts';
import { statementNames } from './prepared.ts';
import type { DB } from './schema.generated.ts';
import { beginInside, TENANT_PREFIX, type Tenant } from './tenants.ts';

export type Db = Kysely<DB>;

/** Times become Dates and 64-bit counts numbers: no table of ours counts beyond 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** A day stays text, because a Date would shift with the server's zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** How long a statement waits for a connection. */
const LONGEST_WAIT_MS = 10_000;

type Options = {
  max: number;
  /** So many stay open while nothing uses them; none by default. */
  keepOpen?: number;
  onError(error: Error): void;
  /** How long opening a connection may take while others wait. */
  openingMs?: number;
  /** How long an unused connection beyond those to keep stays open. */
  idleMs?: number;
  /** How long a statement waits for a connection. */
  longestWaitMs?: number;
  /** How long a statement waits for its answer; by default as long as the database works on it. */
  longestAnswerMs?: number;
  /** Asks with every statement and transaction how new the state is that it has shown: standbys are read beside it. */
  isMarked?: boolean;
};

class ImpatientClient extends HostsClient {
  constructor({ openingMs = 0, ...options }: pg.ClientConfig & { openingMs?: number } = {}) {
    super({ ...options, connectionTimeoutMillis: openingMs });
  }
}

export type Connection = {
  /** Sees every organization. */
  db: Db;
  pool: pg.Pool;
  /** Sees the rows of one organization only, whatever its statements say. */
  inside(tenant: Tenant): Db;
  /** Null unless it was asked for. */
  marks: Marks | null;
  /** Opens the connections to keep, so that the first calls needn't. */
  openKept(): Promise<void>;
  close(): Promise<void>;
};

const notifyText = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)';

/** So many organizations keep their query builder. */
const MOST_KEPT = 1_000;

type Done = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: Error) => void) => void;

/** Whether a connection that couldn't be opened is worth another try at once. */
function isWorthAnotherTry(error: Error, pool: pg.Pool, tried: number): boolean {
  // A pooler takes no limits from its clients; then those of the role hold (see pooler.ts).
  if (error.message.startsWith('unsupported startup parameter')) {
    for (const name of Object.keys(sessionLimits)) delete pool.options[name as keyof typeof sessionLimits];
    return tried < 3;
  }
  // A busy machine opens connections slowly. That alone fails no call: another connection may be free by then, and a
  // silent database is detected elsewhere (see http/database-reach.ts).
  return error.message === 'timeout expired' || tried < addressesOf(pool.options.connectionString ?? '').length;
}

function retryOpening(pool: pg.Pool, longestWaitMs: number): void {
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connectUntil = (last: number, tried = 1): Promise<pg.PoolClient> =>
    connectOnce().catch((error: Error) => {
      if (pool.ending || performance.now() > last || !isWorthAnotherTry(error, pool, tried)) throw error;
      return connectUntil(last, tried + 1);
    });
  pool.connect = ((done?: Done) => {
    const connected = connectUntil(performance.now() + longestWaitMs);
    if (!done) return connected;
    connected.then(
      (client) => done(undefined, client, client.release),
      (error) => done(error, undefined, () => {}),
    );
  }) as typeof pool.connect;
}

export function connect(
  url: string,
  { openingMs = 1_500, idleMs = 30_000, keepOpen = 0, longestWaitMs = LONGEST_WAIT_MS, ...options }: Options,
): Connection {
  const settings = {
    connectionString: url,
    max: options.max,
    min: keepOpen,
    openingMs,
    pipeline: true,
    // A burst waits its turn; a silent database is detected elsewhere (see http/database-reach.ts).
    connectionTimeoutMillis: longestWaitMs,
    Client: ImpatientClient,
    idleTimeoutMillis: idleMs,
    // The operating system detects a connection whose other end has vanished.
    keepAlive: true,
    ...sessionLimits,
    application_name: 'spotter',
    ...(options.longestAnswerMs && { query_timeout: options.longestAnswerMs }),
  };
  // The pool closes without waiting for the other end, so a database that stops right after may still answer.
  let isClosing = false;
  const onError = (error: Error) => {
    if (!isClosing) options.onError(error);
  };
  const pool = createPool(settings, onError);
  retryOpening(pool, longestWaitMs);
  const send = batchedNotices(async (notices) => {
    const values = [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)];
    await pool.query({ name: 'notify', text: notifyText, values }).catch(onError);
  });
  const marks = options.isMarked ? createMarks() : null;
  const ways = { pool, send, mark: marks?.mark };
  const db = new Kysely<DB>({ dialect: pipeliningDialect({ ...ways, names: statementNames() }) });

  const names = statementNames({ prefix: TENANT_PREFIX });
  const open = (tenant: Tenant) =>
    new Kysely<DB>({ dialect: pipeliningDialect({ ...ways, names, begin: beginInside(tenant) }) });
  const kept = new Map<string, Db>();
  function inside(tenant: Tenant): Db {
    const { organizationId, emulatedBy } = tenant;
    if (emulatedBy) return open(tenant);
    const known = kept.get(organizationId);
    if (known) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const made = open(tenant);
    kept.set(organizationId, made);
    return made;
  }
  async function openKept(): Promise<void> {
    const clients = await Promise.allSettled(Array.from({ length: keepOpen }, () => pool.connect()));
    for (const opened of clients) if (opened.status === 'fulfilled') opened.value.release();
  }
  const close = async () => {
    isClosing = true;
    await db.destroy();
    // Kysely leaves a pool open that it has never used itself.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, inside, marks, openKept, close };
}
