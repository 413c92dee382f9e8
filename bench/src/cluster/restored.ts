import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPool, withPool } from '@spotter/server/platform/db/pool.ts';
import { freePort } from '../server-process.ts';
import type { Database } from './database.ts';
import { engine } from './engine.ts';
import type { Places } from './places.ts';

/** Restores the newest backup into an empty folder, and starts a PostgreSQL of its own there. Returns its URL. */
export async function startRestored(
  { folder, account, programs }: Places,
  { primary, adminUrl }: { primary: Database; adminUrl: string },
): Promise<string> {
  const home = join(folder, 'restored');
  mkdirSync(home, { mode: 0o700 });
  if (account.ids.uid) chownSync(home, account.ids.uid, account.ids.gid ?? 0);
  primary.backUp('restore', `--pg1-path=${home}`, '--type=immediate', '--target-action=promote', '--archive-mode=off');
  const port = await freePort();
  const own = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
    hba_file: join(home, 'pg_hba.conf'),
    ident_file: join(home, 'pg_ident.conf'),
  };
  const settings = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = Object.assign(new URL(adminUrl), { host: `127.0.0.1:${port}` }).href;
  await engine('restored', {
    command: [join(programs.postgres, 'postgres'), '-D', home, ...settings],
    folder,
    ids: account.ids,
    env: primary.backupEnv,
    isUp: () => isRecovered(url),
  }).start();
  return url;
}

const isRecovered = (url: string): Promise<boolean> =>
  withPool(
    createPool({ connectionString: url, max: 1 }, () => {}),
    async (pool) => !(await pool.query('select pg_is_in_recovery() as recovers')).rows[0].recovers,
  ).catch(() => false);

/** What members wrote, counted and digested, in one line for each table. */
const digests = ['users', 'sessions', 'session_messages', 'audit_log'].map(
  (table) =>
    `select '${table}' as name, count(*)::int as rows, md5(string_agg(row::text, '' order by row.id)) as digest from ${table} row`,
);

export const digestOf = (url: string): Promise<{ name: string; rows: number; digest: string }[]> =>
  withPool(
    createPool({ connectionString: url, max: 1 }, () => {}),
    async (pool) => (await pool.query(`${digests.join(' union all ')} order by 1`)).rows,
  );
