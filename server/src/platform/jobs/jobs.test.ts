import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '#platform/config.ts';
import { type Connection, connect } from '#platform/db/connect.ts';
import { createFolderStore } from '#platform/file-store.ts';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { createMailTransport } from '#platform/mail-transport.ts';
import { createPushSender } from '#platform/push/push.ts';
import { cloneDatabase } from '#testing/database.ts';
import { cleanUp, cleanUpTimetable } from './clean-up.ts';
import { type AnyJob, defineJob, enqueue } from './define.ts';
import { releaseJobsOfDeadRunners } from './recovery.ts';
import { startJobRunner } from './runner.ts';

const log = createLogger('silent');
const config = loadConfig({ TOKEN_SECRET: 'a secret of 32 letters that only tests use' });
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;

const ran: string[] = [];
let failures = 0;
const greet = defineJob({
  name: 'greet',
  payload: z.object({ name: z.string() }),
  run: async (_ctx, { name }) => void ran.push(name),
});
const fragile = defineJob({
  name: 'fragile',
  payload: z.object({ name: z.string() }),
  maxAttempts: 3,
  run: async (_ctx, { name }) => {
    ran.push(name);
    if (failures-- > 0) throw new Error('not this time');
  },
});

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 5, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(() => {
  ran.length = 0;
  failures = 0;
});

async function start(jobs: AnyJob[], { continuous = false, cron = [] as (typeof cleanUpTimetable)[] } = {}) {
  const files = createFolderStore('/nowhere');
  const ctx = {
    config,
    mail: createMailTransport({ MAIL_FROM: 'a@b.example' }),
    push: createPushSender(config),
    files,
  };
  const runner = await startJobRunner({
    connectionString: database.url,
    jobs,
    cron,
    log,
    ctx,
    continuous,
    patienceMs: 200,
  });
  onTestFinished(() => runner.stop());
  return runner;
}
const queued = async (name: string) =>
  (
    await sql<{ attempts: number; last_error: string | null; locked_at: Date | null; waits: boolean }>`
      select attempts, last_error, locked_at, run_at > now() as waits from graphile_worker.jobs
      where task_identifier = ${name}`.execute(connection.db)
  ).rows;
const makeDue = () =>
  sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`.execute(connection.db);

describe('jobs', () => {
  it('installs the queue as an ordinary role and without an extension', async () => {
    await start([greet]);
    const { rows } = await sql<{ rolsuper: boolean; extensions: string[] }>`
      select rolsuper, array(select extname::text from pg_extension where extname <> 'plpgsql') as extensions
      from pg_roles where rolname = current_user`.execute(connection.db);
    expect(rows).toEqual([{ rolsuper: false, extensions: [] }]);
  });

  it('never runs a job whose transaction was rolled back', async () => {
    const runner = await start([greet]);
    const undone = connection.db.transaction().execute(async (tx) => {
      await enqueue(tx, greet, { name: 'never' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await connection.db.transaction().execute((tx) => enqueue(tx, greet, { name: 'kept' }));
    await runner.drain();
    expect(ran).toEqual(['kept']);
  });

  it('runs a job by itself soon after the commit', async () => {
    await start([greet], { continuous: true });
    await enqueue(connection.db, greet, { name: 'soon' });
    await vi.waitFor(() => expect(ran).toEqual(['soon']));
  });

  it('leaves requests their connections, however many the jobs ask for', async () => {
    const KEY = 20_261_118;
    const greedy = defineJob({
      name: 'greedy',
      payload: z.object({}),
      async run({ db }) {
        const wait = () => sql`select pg_advisory_xact_lock_shared(${KEY}::bigint)`.execute(db);
        await Promise.all(Array.from({ length: 10 }, wait));
        ran.push('greedy');
      },
    });
    await start([greedy], { continuous: true });
    const holder = await connection.pool.connect();
    await holder.query('select pg_advisory_lock($1::bigint)', [KEY]);
    for (let n = 0; n < 4; n++) await enqueue(connection.db, greedy, {});
    const waiting = `select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = $1 and not granted`;
    await vi.waitFor(async () => expect((await holder.query(waiting, [KEY])).rows[0].count).toBeGreaterThanOrEqual(4));
    await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(connection.db)));
    await holder.query('select pg_advisory_unlock($1::bigint)', [KEY]);
    holder.release();
    await vi.waitFor(() => expect(ran).toHaveLength(4));
  });

  it('holds a job until it is due, and keeps only the newest of a key', async () => {
    const runner = await start([greet]);
    const tomorrow = new Date(Date.now() + 86_400_000);
    await enqueue(connection.db, greet, { name: 'old' }, { key: 'one', runAt: tomorrow });
    await enqueue(connection.db, greet, { name: 'new' }, { key: 'one', runAt: tomorrow });
    await runner.drain();
    expect(ran).toEqual([]);
    await makeDue();
    await runner.drain();
    expect(ran).toEqual(['new']);
  });

  it('tries a failed job again after a pause', async () => {
    const runner = await start([fragile]);
    failures = 1;
    await enqueue(connection.db, fragile, { name: 'twice' });
    await runner.drain();
    expect(ran).toEqual(['twice']);
    expect(await queued('fragile')).toMatchObject([{ attempts: 1, waits: true }]);
    await makeDue();
    await runner.drain();
    expect(ran).toEqual(['twice', 'twice']);
    expect(await queued('fragile')).toEqual([]);
  });

  it('gives up a job after its last try and keeps the record', async () => {
    const runner = await start([fragile]);
    failures = 99;
    await enqueue(connection.db, fragile, { name: 'hopeless' });
    for (let n = 0; n < 5; n++) {
      await runner.drain();
      await makeDue();
    }
    expect(ran).toHaveLength(3);
    const rows = await queued('fragile');
    expect(rows).toMatchObject([{ attempts: 3 }]);
    expect(rows[0]?.last_error).toContain('not this time');
  });

  it('fails a job with an invalid payload', async () => {
    const runner = await start([greet]);
    await sql`select graphile_worker.add_job('greet', '{"name": 7}'::json)`.execute(connection.db);
    await runner.drain();
    expect(ran).toEqual([]);
    expect((await queued('greet'))[0]?.last_error).toContain('name');
    await sql`delete from graphile_worker._private_jobs`.execute(connection.db);
  });

  it('refuses two jobs of one name, and a timetable for an unknown job', async () => {
    await expect(start([greet, greet])).rejects.toThrow('two jobs named greet');
    await expect(start([greet], { cron: [cleanUpTimetable] })).rejects.toThrow('not in the list of jobs');
  });

  it('recovers after all its connections were cut', async () => {
    await start([greet], { continuous: true });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'spotter'`.execute(
      connection.db,
    );
    await enqueue(connection.db, greet, { name: 'after the cut' });
    await vi.waitFor(() => expect(ran).toEqual(['after the cut']));
  });

  it.each(['done', 'failed'])('records a job as %s although the connection is lost meanwhile', async (end) => {
    const holder = await connection.pool.connect();
    const held = defineJob({
      name: 'held',
      payload: z.object({}),
      run: async () => {
        ran.push('held');
        await holder.query('begin');
        await holder.query('select from graphile_worker._private_jobs for update');
        if (end === 'failed') throw new Error('not this time');
      },
    });
    await start([held], { continuous: true });
    await enqueue(connection.db, held, {});
    await vi.waitFor(async () => {
      const cut = await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and application_name = 'spotter jobs' and wait_event_type = 'Lock'`.execute(connection.db);
      expect(cut.rows).toHaveLength(1);
    });
    await holder.query('rollback');
    holder.release();
    const kept = end === 'done' ? [] : [{ attempts: 1, locked_at: null, waits: true }];
    await vi.waitFor(async () => expect(await queued('held')).toMatchObject(kept));
    expect(ran).toEqual(['held']);
    await sql`delete from graphile_worker._private_jobs`.execute(connection.db);
  });

  it('runs long jobs of one queue one at a time, and leaves the other slots to mails', async () => {
    const release = Promise.withResolvers<void>();
    const long = defineJob({
      name: 'long',
      queue: 'exports',
      payload: z.object({ name: z.string() }),
      run: async (_ctx, { name }) => {
        ran.push(`${name} begins`);
        await release.promise;
        ran.push(`${name} ends`);
      },
    });
    await start([long, greet], { continuous: true });
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) await enqueue(connection.db, long, { name });
    await vi.waitFor(() => expect(ran).toEqual(['first begins']));
    await enqueue(connection.db, greet, { name: 'a mail' });
    await vi.waitFor(() => expect(ran).toEqual(['first begins', 'a mail']));
    release.resolve();
    await vi.waitFor(() => expect(ran).toHaveLength(11));
    const ofLong = ran.filter((line) => line !== 'a mail').map((line) => line.split(' ')[1]);
    expect(ofLong).toEqual(Array.from({ length: 5 }, () => ['begins', 'ends']).flat());
  });

  it('stops although a job does not end, and leaves that job in the queue', async () => {
    const begun = Promise.withResolvers<void>();
    const endless = defineJob({
      name: 'endless',
      payload: z.object({}),
      run: () => {
        begun.resolve();
        return new Promise(() => {});
      },
    });
    const runner = await start([endless], { continuous: true });
    await enqueue(connection.db, endless, {});
    await begun.promise;
    await runner.stop();
    expect(await queued('endless')).toMatchObject([{ attempts: 1 }]);
    await sql`delete from graphile_worker._private_jobs`.execute(connection.db);
  });

  it('takes over the jobs of a killed process, but not of a running one', async () => {
    await start([], { continuous: true });
    const { rows } = await vi.waitFor(async () => {
      const found = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks where locktype = 'advisory' and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())`.execute(connection.db);
      expect(found.rows[0]?.n).toBe(1);
      return found;
    });
    expect(rows).toHaveLength(1);
    for (const owner of ['pool-living', 'pool-dead']) {
      await sql`select graphile_worker.add_job('greet', '{"name": "x"}'::json, job_key => ${owner})`.execute(
        connection.db,
      );
      await sql`update graphile_worker._private_jobs set locked_by = ${owner}, locked_at = now() - interval '1 minute'
        where key = ${owner}`.execute(connection.db);
    }
    await connection.db.connection().execute(async (living) => {
      await sql`select pg_advisory_lock_shared(1402026, hashtext('pool-living'))`.execute(living);
      expect(await releaseJobsOfDeadRunners(connection.db)).toBe(1);
      await sql`select pg_advisory_unlock_shared(1402026, hashtext('pool-living'))`.execute(living);
    });
    const locked = await sql`select key from graphile_worker.jobs where locked_by is not null`.execute(connection.db);
    expect(locked.rows).toEqual([{ key: 'pool-living' }]);
    await sql`delete from graphile_worker._private_jobs`.execute(connection.db);
  });
});

describe('clean-up', () => {
  it('removes expired rows, keeps the others and the last number of a scope', async () => {
    const runner = await start([cleanUp], { cron: [cleanUpTimetable] });
    const scope = newId();
    await sql`insert into live_events (scope_id, type, data, created_at) values
      (${scope}::uuid, 'old', '{}', now() - interval '8 days'), (${scope}::uuid, 'new', '{}', now())`.execute(
      connection.db,
    );
    await sql`insert into idempotency_keys (actor, key, operation, body_hash, status, response, created_at) values
      ('a', 'old', 'op', '', 200, '', now() - interval '25 hours'), ('a', 'new', 'op', '', 200, '', now() - interval '23 hours')`.execute(
      connection.db,
    );
    await sql`insert into rate_limits values ('over', 1, now() - interval '1 second'), ('open', 1, now() + interval '1 hour')`.execute(
      connection.db,
    );
    await enqueue(connection.db, cleanUp, {});
    await runner.drain();
    const left = await sql`
      select (select array_agg(type) from live_events) as events, (select last_number from event_scopes where scope_id = ${scope}::uuid) as last_number,
        (select array_agg(key) from idempotency_keys) as keys, (select array_agg(bucket) from rate_limits) as buckets`.execute(
      connection.db,
    );
    expect(left.rows).toEqual([{ events: ['new'], last_number: 2, keys: ['new'], buckets: ['open'] }]);
    expect(await queued('clean_up')).toEqual([]);
  });
});
