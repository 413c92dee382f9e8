import type pg from 'pg';
import { ConfigError } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import { createClient } from './pool.ts';

/** The limits of a connection for requests: how long a statement may take, and how long a transaction may pause. */
export const sessionLimits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };

type Addresses = { databaseUrl: string; directUrl: string };

/** Finds out whether requests go through a pooler, gives the database what that needs, and says what is missing. */
export async function settlePooler({ databaseUrl, directUrl }: Addresses, log: Logger): Promise<void> {
  const hasDirectWay = directUrl !== databaseUrl;
  // Before the pooler opens its first connection, which would go on without them.
  if (hasDirectWay) await limitRole(directUrl, log);
  const requests = await lookAt(databaseUrl);
  const { isPooled } = hasDirectWay ? await lookAt(directUrl) : requests;
  if (isPooled)
    log.warn(
      'the database is reached through a connection pooler alone: set DATABASE_DIRECT_URL to PostgreSQL itself (docs/cluster.md); without it changed rights are read at every call, live events are late, and jobs of a process that died wait',
    );
  if (requests.losesStatements)
    throw new ConfigError(
      'The connection pooler of DATABASE_URL loses prepared statements between transactions: set max_prepared_statements to 200 or more (PgBouncer 1.21 or later), or pool_mode to session.',
    );
  if (isPooled) await limitRole(directUrl, log);
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient({ connectionString, connectionTimeoutMillis: 3_000, application_name: 'spotter asks' });
  try {
    await client.connect();
    return await work(client);
  } finally {
    // The work is done or has failed by now, however its connection ends.
    await client.end().catch(() => {});
  }
}

const PROBE = 'spotter-probe';
const probe = (client: pg.Client) =>
  client
    .query<{ pid: number; keeps_name: boolean }>({
      name: PROBE,
      text: `select pg_backend_pid() as pid, exists (select from pg_prepared_statements where name = '${PROBE}') as keeps_name`,
    })
    .then(({ rows }) => rows[0]!);

/**
 * PostgreSQL tells a client which of its processes serves it; a pooler tells something else. A pooler whose clients share a
 * process must give their prepared statements names of its own, or one client meets another's.
 */
const lookAt = (url: string) =>
  withClient(url, async (first) => {
    const { pid, keeps_name } = await probe(first);
    const isPooled = pid !== (first as pg.Client & { processID: number }).processID;
    if (!isPooled || !keeps_name) return { isPooled, losesStatements: false };
    const other = await withClient(url, (second) =>
      second.query<{ pid: number }>('select pg_backend_pid() as pid').then(({ rows }) => rows[0]?.pid),
    );
    return { isPooled, losesStatements: other === pid };
  });

/** Gives the role the limits for this database, unless the operator has set some: a pooler takes none from its clients. */
const limitRole = (url: string, log: Logger): Promise<void> =>
  withClient(url, async (client) => {
    const { rows: unlimited } = await client.query<{ name: keyof typeof sessionLimits; database: string }>(
      `select name, quote_ident(current_database()) as database from pg_settings where name = any($1) and reset_val = '0'`,
      [Object.keys(sessionLimits)],
    );
    for (const { name, database } of unlimited)
      await client.query(`alter role current_user in database ${database} set ${name} = ${sessionLimits[name]}`);
    if (unlimited.length > 0)
      log.info(
        { limits: unlimited.map(({ name }) => name) },
        'the database role got time limits, because a pooler takes none',
      );
  });
