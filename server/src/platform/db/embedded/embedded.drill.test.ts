import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { findProcess } from './processes.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

afterEach(() => vi.restoreAllMocks());

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creating a database takes longer than the rest, so most tests start with a copy. */
const made = join(tmpdir(), `spotter-embedded-${process.pid}`);
beforeAll(async () => {
  const database = await startEmbeddedPostgres({ dataDir: made, log, durable: false });
  await database.stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

function folderWithDatabase(): string {
  const folder = temporaryFolder();
  execFileSync('cp', ['-a', `${made}/.`, folder]);
  return folder;
}

async function start(dataDir: string) {
  const database = await startEmbeddedPostgres({ dataDir, log, durable: false });
  onTestFinished(() => database.stop());
  return database;
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function postmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A separate server process: prints its database's address or the error, and runs until it is stopped. */
function otherProcess(dataDir: string, prefix: string[] = []): { child: ChildProcess; said: Promise<string> } {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))};
    const log = { info() {}, warn() {}, error() {} };
    try {
      const database = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, durable: false });
      process.on('SIGTERM', () => database.stop().then(() => process.exit(0)));
      console.log(database.url);
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.message);
    }`;
  const [command = '', ...args] = [...prefix, process.execPath, '--input-type=module-typescript', '-e', code];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const said = new Promise<string>((done, failed) => {
    child.stdout.once('data', (chunk) => done(String(chunk).trim()));
    child.once('close', () => failed(new Error(`it said nothing; ${errors}`)));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said };
}

/** Whether another user could run this checkout at all. */
function isOpenToOthers(path: string): boolean {
  return path === '/' || ((statSync(path).mode & 0o5) === 0o5 && isOpenToOthers(join(path, '..')));
}

describe('the embedded database', () => {
  test('serves a role without superuser rights, with a generated password, on loopback', async () => {
    const dataDir = temporaryFolder();
    const { url } = await start(dataDir);
    const [facts] = await query<Record<string, unknown>>(
      url,
      `select rolsuper, current_user, pg_get_userbyid(datdba) as owner, current_setting('listen_addresses') as address
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    );
    expect(facts).toEqual({ rolsuper: false, current_user: 'spotter', owner: 'spotter', address: '127.0.0.1' });
    expect(statSync(join(dataDir, 'passwords.json')).mode & 0o777).toBe(0o600);
    await expect(query(url.replace(/:[^:@]+@/, ':postgres@'), 'select 1')).rejects.toThrow('password authentication');
  });

  test.runIf(isRoot)('runs for root in a folder that only root may enter', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o700);
    const first = await start(join(folder, 'data'));
    await query(first.url, 'create table kept ()');
    expect(statSync(`/proc/${postmaster(join(folder, 'data'))}`).uid).not.toBe(0);
    await first.stop();
    const second = await start(join(folder, 'data'));
    expect(await query(second.url, 'select * from kept')).toEqual([]);
  });

  test.runIf(isRoot && isOpenToOthers(import.meta.dirname))('runs for an ordinary user', async () => {
    const dataDir = temporaryFolder();
    chownSync(dataDir, nobody, nobody);
    const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];
    const { child, said } = otherProcess(dataDir, asNobody);
    expect(await query(await said, 'select 1 as one')).toEqual([{ one: 1 }]);
    child.kill('SIGTERM');
    await once(child, 'close');
  });

  test('finds another port when one is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    vi.spyOn(Math, 'random').mockReturnValueOnce((port - 15_000) / 15_000);
    const database = await start(folderWithDatabase());
    expect(database.port).not.toBe(port);
  });

  test('takes over the database of a server that was killed', async () => {
    const dataDir = folderWithDatabase();
    const { child, said } = otherProcess(dataDir);
    const url = await said;
    await query(url, 'create table kept ()');
    const before = postmaster(dataDir);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const database = await start(dataDir);
    expect(database.url).toBe(url);
    expect(postmaster(dataDir)).toBe(before);
    expect(await query(url, 'select * from kept')).toEqual([]);
    process.kill(before, 'SIGKILL');
    await vi.waitFor(() => query(url, 'select 1'), { interval: 50 });
  });

  test('starts the database again, on the same port, when it dies', async () => {
    const dataDir = folderWithDatabase();
    const { url } = await start(dataDir);
    await query(url, 'create table kept (id int); insert into kept values (7)');
    const before = postmaster(dataDir);
    process.kill(before, 'SIGKILL');
    await vi.waitFor(() => expect(postmaster(dataDir)).not.toBe(before));
    const kept = await vi.waitFor(() => query(url, 'select id from kept'), { interval: 50 });
    expect(kept).toEqual([{ id: 7 }]);
  });

  test('refuses a second server on the same folder and leaves the first alone', async () => {
    const dataDir = folderWithDatabase();
    const { url } = await start(dataDir);
    const second = otherProcess(dataDir);
    expect(await second.said).toContain(`already runs on the data folder ${dataDir} (process ${process.pid})`);
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow('already runs on the data folder');
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('ignores a process file left by a crashed machine', async () => {
    const dataDir = folderWithDatabase();
    const first = await start(dataDir);
    await first.stop();
    const stale = [process.pid, join(dataDir, 'cluster'), 1, 5432, '', '127.0.0.1', ' 1 1', 'ready   '].join('\n');
    writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), stale);
    writeFileSync(join(dataDir, 'owner.json'), JSON.stringify({ pid: process.pid, startedAt: 'another boot/1' }));
    const { url } = await start(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('stops even while waiting to restart', async () => {
    const dataDir = folderWithDatabase();
    const database = await start(dataDir);
    const killed = postmaster(dataDir);
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(findProcess(killed)).toBeNull());
    await database.stop();
    await expect(query(database.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  });
});
