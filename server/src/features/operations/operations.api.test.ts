import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { metrics, observeRequest } from '#platform/metrics.ts';
import { agreeOnKeys, changeKeys } from '#platform/nodes/shared-keys.ts';
import { useTestApp } from '#testing/app.ts';
import { startHeartbeat } from './heartbeat.service.ts';

const app = useTestApp();
const sam = () => app().as(app().cast.sam);
const operations = async () => (await (await sam()).getOperations()).body;

/** A job as the queue leaves it after a failure. */
async function failedJob({ attempts = 14, locked = false } = {}): Promise<string> {
  await sql`select enqueue_job(identifier => 'send_mail', payload => '{"mail_id":"x"}'::json,
    run_at => now() + interval '1 day', max_attempts => 14)`.execute(app().db);
  const { rows } = await sql<{ id: string }>`select max(id)::text as id from graphile_worker.jobs`.execute(app().db);
  const id = rows[0]!.id;
  await sql`update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${'the mail server said no\n  at stack'},
    locked_at = case when ${locked} then now() end, locked_by = case when ${locked} then 'somebody' end
    where id = ${id}`.execute(app().db);
  return id;
}
const jobs = async (id: string) =>
  (await sql<{ attempts: number }>`select attempts from graphile_worker.jobs where id = ${id}`.execute(app().db)).rows;

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(app().db));

describe('the operations page', () => {
  test('is for super admins outside an organization', async () => {
    const { cast } = app();
    for (const person of [cast.olga, cast.ana])
      expect((await (await app().as(person)).getOperations()).status).toBe(403);
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.getOperations()).status).toBe(403);
    expect((await inside.discardJob({ params: { id: '1' } })).status).toBe(403);
  });

  test('shows an installation that has just begun', async () => {
    const found = await operations();
    expect(found).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+\+\w+\.[0-9a-f]{8}$/),
      schema_version: expect.stringMatching(/^\d{4}_.*[.]sql$/),
      nodes: [],
      live_streams: 0,
      queue: { waiting: 0, due: 0, running: 0, oldest_due_at: null },
      failed_jobs: { count: 0, results: [] },
      failed_mails: { count: 0, results: [] },
      slowest_calls: [],
      sizes: { counted_at: null, is_counting: false, organizations: [] },
      last_backup: null,
      keys: [],
      mail_quotas: [],
    });
    expect(found.database_bytes).toBeGreaterThan(1_000_000);
  });

  test('shows nodes while they beat, their slow calls, and since when keys are in use', async () => {
    const { db, config } = app();
    // Tests that ran before in this process have called too.
    metrics.requestDuration.reset();
    for (const seconds of [0.3, 0.3, 0.3, 0.4]) observeRequest('generateDemoData', 202, seconds);
    for (const op of ['streamEvents', '/assets/app.js', 'none']) observeRequest(op, 200, 900);
    const heartbeat = await startHeartbeat({ db, config, log: createLogger('silent') });
    await agreeOnKeys(db, config);
    const found = await operations();
    expect(found.nodes).toMatchObject([{ is_alive: true, roles: ['web', 'worker'], version: found.version }]);
    expect(found.nodes[0]?.memory_bytes).toBeGreaterThan(10_000_000);
    const slow = found.slowest_calls.find(({ call }) => call === 'generateDemoData');
    expect(slow).toMatchObject({ count: 4, p50_ms: 375, p99_ms: 497.5 });
    expect(found.slowest_calls[0]).toBe(slow);
    expect(found.keys.map(({ name }) => name)).toEqual(['TOKEN_SECRET', 'PUSH_KEY']);

    await db.updateTable('keys_in_use').set({ since: '2026-01-02T00:00:00Z' }).execute();
    const other = await startHeartbeat({ db, config, log: createLogger('silent') });
    await changeKeys(db, { ...config, PUSH_KEY: 'another key' });
    expect((await operations()).keys.map(({ since }) => since.slice(0, 10))).toEqual(['2026-01-02', '2026-01-02']);
    const ages = await db.selectFrom('keys_in_use').select('since').where('name', '=', 'PUSH_KEY').execute();
    expect(ages).toHaveLength(2);

    await db.updateTable('nodes').set({ seen_at: sql`now() - interval '1 minute'`, live_streams: 7 }).execute();
    expect(await operations()).toMatchObject({
      nodes: [{ is_alive: false }, { is_alive: false }],
      live_streams: 0,
      slowest_calls: [],
    });
    await heartbeat.beat();
    expect((await operations()).nodes.map(({ is_alive }) => is_alive)).toEqual([true, false]);
    await heartbeat.stop();
    await other.stop();
    expect((await operations()).nodes).toEqual([]);
  });

  test('shows mails that were given up, the last backup, and who mailed strangers', async () => {
    const { db, cast } = app();
    const { ironHarbour } = cast.organizations;
    const mail = { kind: 'welcome', subject: 's', text: 't', html: 'h', attempts: 3 };
    await db
      .insertInto('mails')
      .values([
        { ...mail, id: newId(), to_address: 'sent@x.example', sent_at: sql`now()` },
        {
          ...mail,
          id: newId(),
          organization_id: ironHarbour,
          to_address: 'gone@x.example',
          failed_at: sql`now()`,
          last_error: '550 no such mailbox',
        },
      ])
      .execute();
    await db
      .insertInto('backups')
      .values([
        { id: newId(), made_at: '2026-11-01T03:00:00Z', row_count: 1, file_count: 1 },
        { id: newId(), made_at: '2026-11-02T03:00:00Z', row_count: 5_000_000_000, file_count: 12 },
      ])
      .execute();
    await db
      .insertInto('rate_limits')
      .values([
        { bucket: `stranger_mails:${ironHarbour}`, used: 9, resets_at: sql`now() + interval '1 hour'` },
        { bucket: `stranger_mails:${cast.organizations.nightShift}`, used: 99, resets_at: sql`now()` },
        { bucket: 'stranger:x', used: 1, resets_at: sql`now() + interval '1 hour'` },
      ])
      .execute();
    expect(await operations()).toMatchObject({
      failed_mails: {
        count: 1,
        results: [{ to: 'gone@x.example', organization: { name: 'Iron Harbour' }, error: '550 no such mailbox' }],
      },
      last_backup: { made_at: '2026-11-02T03:00:00.000Z', rows: 5_000_000_000, files: 12 },
      // Limits are off here.
      mail_quotas: [{ organization: { name: 'Iron Harbour' }, used: 9, most: null, is_lifted: false }],
    });
  });

  test('counts the sizes of organizations in a job, never in the call', async () => {
    const { db, cast, runJobs } = app();
    const { ironHarbour, nightShift } = cast.organizations;
    await db
      .insertInto('files')
      .values({ key: 'a.webp', organization_id: nightShift, content_type: 'image/webp', bytes: 4321 })
      .execute();
    const admin = await sam();
    expect(await admin.countSizes()).toMatchObject({ status: 202, body: { is_counting: true } });
    await admin.countSizes();
    expect((await operations()).sizes).toMatchObject({ counted_at: null, is_counting: true });
    await runJobs();
    const { sizes, queue } = await operations();
    expect([sizes.is_counting, queue.waiting]).toEqual([false, 0]);
    expect(sizes.counted_at).not.toBeNull();
    const sizeOf = (id: string) => sizes.organizations.find((one) => one.id === id);
    expect(sizeOf(nightShift)?.file_bytes).toBe(4321);
    expect(sizeOf(ironHarbour)?.database_bytes).toBeGreaterThan(sizeOf(nightShift)?.database_bytes ?? 0);
  });
});

describe('a failed mail', () => {
  const failedMail = async (kind: string, more: object = {}) => {
    const id = newId();
    const mail = { id, kind, to_address: 'gone@x.example', subject: 's', text: 't', html: 'h', attempts: 9 };
    await app()
      .db.insertInto('mails')
      .values({ ...mail, failed_at: sql`now()`, created_at: sql`now() - interval '3 days'`, ...more })
      .execute();
    return id;
  };
  const stateOf = (id: string) =>
    app()
      .db.selectFrom('mails')
      .select(['attempts', 'failed_at', sql<boolean>`created_at > now() - interval '1 hour'`.as('is_new')])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const queued = async () =>
    (
      await sql<{ mail_id: string }>`select payload ->> 'mail_id' as mail_id from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send_mail'`.execute(app().db)
    ).rows.map(({ mail_id }) => mail_id);

  beforeEach(async () => {
    await app().db.deleteFrom('mails').execute();
    await app().db.deleteFrom('audit_log').where('action', 'like', 'mail.%').execute();
  });

  test('is queued once more, with another day to succeed; a second tap sends nothing', async () => {
    const { db, cast } = app();
    const id = await failedMail('welcome');
    const admin = await sam();
    const taps = await Promise.all([1, 2].map(() => admin.sendMailAgain({ params: { id } })));
    expect(taps.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await queued()).toEqual([id]);
    expect(await stateOf(id)).toEqual({ attempts: 0, failed_at: null, is_new: true });
    expect((await operations()).failed_mails.count).toBe(0);
    const entries = db.selectFrom('audit_log').select(['action', 'actor_id', 'data']);
    expect(await entries.where('action', 'like', 'mail.%').execute()).toEqual([
      { action: 'mail.sent_again', actor_id: cast.sam.id, data: { kind: 'welcome', mail_id: id } },
    ]);
  });

  test('goes out with all the others, except where its code has expired', async () => {
    const wanted = [await failedMail('welcome'), await failedMail('invite')];
    const expired = await failedMail('verification_code');
    const admin = await sam();
    const { failed_mails } = await operations();
    expect(failed_mails.results.map((mail) => [mail.kind, mail.can_send_again]).sort()).toEqual([
      ['invite', true],
      ['verification_code', false],
      ['welcome', true],
    ]);
    expect((await admin.sendAllMailsAgain()).body).toEqual({ queued: 2 });
    expect((await queued()).sort()).toEqual(wanted.sort());
    expect((await admin.sendAllMailsAgain()).body).toEqual({ queued: 0 });
    const refused = await admin.sendMailAgain({ params: { id: expired } });
    expect([refused.status, refused.error.code]).toEqual([409, 'mail_expired']);
    const unknown = await admin.sendMailAgain({ params: { id: newId() } });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'mail_not_found']);
    const actions = await app().db.selectFrom('audit_log').select('data').where('action', 'like', 'mail.%').execute();
    expect(actions).toEqual([{ data: { mails: 2 } }]);
  });

  test('of a switched-off organization leaves its place among all the others to older ones', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.nightShift;
    const older = await failedMail('welcome', { failed_at: sql`now() - interval '1 day'` });
    for (let nth = 0; nth < 500; nth += 1) await failedMail('digest', { organization_id });
    const account = await failedMail('account_deleted', { organization_id });
    const switchTo = (is_active: boolean) =>
      db.updateTable('organizations').set({ is_active }).where('id', '=', organization_id).execute();
    await switchTo(false);
    const admin = await sam();
    expect((await admin.sendAllMailsAgain()).body).toEqual({ queued: 2 });
    expect((await queued()).sort()).toEqual([account, older].sort());
    await switchTo(true);
    expect((await admin.sendAllMailsAgain()).body).toEqual({ queued: 500 });
  });
});

describe('a failed job', () => {
  test('is shown with the first line of its error, those that were given up first', async () => {
    const retrying = await failedJob({ attempts: 2 });
    const givenUp = await failedJob();
    const { queue, failed_jobs } = await operations();
    expect(queue).toMatchObject({ waiting: 1, due: 0 });
    expect(failed_jobs.count).toBe(2);
    expect(failed_jobs.results).toMatchObject([
      {
        id: givenUp,
        job: 'send_mail',
        attempts: 14,
        is_given_up: true,
        error: 'the mail server said no',
        next_at: null,
      },
      { id: retrying, is_given_up: false, next_at: expect.any(String) },
    ]);
  });

  test('runs again with all its attempts, or leaves the queue; both are audited', async () => {
    const { db, cast } = app();
    const [again, away] = [await failedJob(), await failedJob()];
    const admin = await sam();
    expect((await admin.retryJob({ params: { id: again } })).status).toBe(204);
    expect(await jobs(again)).toEqual([{ attempts: 0 }]);
    expect((await operations()).queue).toMatchObject({ waiting: 1, due: 1 });
    expect((await admin.discardJob({ params: { id: away } })).status).toBe(204);
    expect(await jobs(away)).toEqual([]);
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'data'])
      .where('action', 'like', 'job.%')
      .orderBy('created_at')
      .execute();
    expect(entries).toEqual([
      { action: 'job.retried', actor_id: cast.sam.id, data: { job: 'send_mail', job_id: again } },
      { action: 'job.discarded', actor_id: cast.sam.id, data: { job: 'send_mail', job_id: away } },
    ]);
  });

  test('is left alone while it runs, when it never failed, and when another operator was faster', async () => {
    const admin = await sam();
    const codeOf = async (call: 'retryJob' | 'discardJob', id: string) => {
      const { status, body } = await admin[call]({ params: { id } });
      return [status, (body as { code?: string } | undefined)?.code];
    };
    const running = await failedJob({ locked: true });
    expect(await codeOf('retryJob', running)).toEqual([409, 'job_running']);
    expect(await codeOf('discardJob', running)).toEqual([409, 'job_running']);
    const healthy = await failedJob();
    await sql`update graphile_worker._private_jobs set last_error = null where id = ${healthy}`.execute(app().db);
    expect(await codeOf('discardJob', healthy)).toEqual([404, 'job_not_found']);
    expect(await codeOf('retryJob', '999999999999999999')).toEqual([404, 'job_not_found']);
    expect((await codeOf('retryJob', 'one'))[0]).toBe(400);

    const wanted = await failedJob();
    const both = await Promise.all([codeOf('discardJob', wanted), codeOf('discardJob', wanted)]);
    expect(both.map(([status]) => status).sort()).toEqual([204, 404]);
  });
});
