import { demoGymKinds } from '@spotter/contract/desk/demo-data.ts';
import { describe, expect, test } from 'vitest';
import type { Db } from '#platform/db/connect.ts';
import { newFileKey } from '#platform/file-store.ts';
import { newId } from '#platform/ids.ts';
import { planDemoGym } from '#simulator/index.ts';
import { useTestApp } from '#testing/app.ts';
import { tracesOf } from '#testing/databases/traces.ts';
import { makeDemoData } from './demo-data.jobs.ts';

const app = useTestApp();
const sam = () => app().as(app().cast.sam);
const gym = { kind: 'barbell_club', members: 12, weeks: 2, locations: 2, seed: 7 } as const;

async function make(body: Parameters<Awaited<ReturnType<typeof sam>>['generateDemoData']>[0]['body'] = gym) {
  const { status, body: job } = await (await sam()).generateDemoData({ body });
  expect(status).toBe(202);
  return job.id;
}
const read = async (jobId: string) => (await (await sam()).getDemoDataJob({ params: { jobId } })).body;
const done = async (jobId: string) => {
  await app().runJobs();
  const job = await read(jobId);
  expect(job).toMatchObject({ status: 'done', progress: 100 });
  return { ...job, organizationId: job.organization_id! };
};
const membersOf = (organizationId: string) =>
  app()
    .db.selectFrom('users')
    .select(['email', 'email_vouched', 'first_name', 'last_name'])
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'regular_user')
    .orderBy('email')
    .execute();

describe('making demo data', () => {
  test.each(demoGymKinds)('fills a new organization: %s', async (kind) => {
    const jobId = await make({ ...gym, kind });
    expect(await read(jobId)).toMatchObject({ ...gym, kind, status: 'queued', progress: 0, organization_id: null });
    const { organizationId, rows_written } = await done(jobId);
    const members = await membersOf(organizationId);
    expect(members).toHaveLength(gym.members);
    // Nobody reads these addresses, so no mail goes to them.
    expect(members.every(({ email_vouched }) => email_vouched)).toBe(true);
    expect(rows_written).toBeGreaterThan(100);
    const inside = await app().as(app().cast.sam, organizationId);
    expect((await inside.listGyms()).body.results).toHaveLength(gym.locations);
    const sessions = await app()
      .db.selectFrom('sessions')
      .select('starts_at')
      .where('organization_id', '=', organizationId)
      .execute();
    const past = sessions.filter(({ starts_at }) => starts_at < new Date());
    expect(past.length).toBeGreaterThan(5);
    expect(sessions.length).toBeGreaterThan(past.length);
  });

  test('makes the same people from the same seed', async () => {
    const names = async (seed: number) => {
      const { organizationId } = await done(await make({ ...gym, seed }));
      return (await membersOf(organizationId)).map(({ first_name, last_name }) => `${first_name} ${last_name}`);
    };
    const first = await names(3);
    expect(await names(3)).toEqual(first);
    expect(await names(4)).not.toEqual(first);
  });

  test('runs one at a time', async () => {
    const admin = await sam();
    const answers = await Promise.all([admin.generateDemoData({ body: gym }), admin.generateDemoData({ body: gym })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('demo_data_running');
    await app().runJobs();
    const list = (await admin.listDemoDataJobs({ query: { page_size: 1 } })).body;
    expect(list.results).toMatchObject([{ id: answers.find(({ status }) => status === 202)?.body.id, status: 'done' }]);
  });

  test('names a size or seed that is out of range', async () => {
    const wrong = [
      { kind: 'spa' },
      ...[9, 5001, 10.5].map((members) => ({ members })),
      ...[0, 53].map((weeks) => ({ weeks })),
      ...[0, 11].map((locations) => ({ locations })),
      ...[-1, 2_147_483_648].map((seed) => ({ seed })),
    ];
    for (const change of wrong) {
      const { status, error } = await (await sam()).generateDemoData({ body: { ...gym, ...change } as typeof gym });
      expect([change, status, Object.keys(error.details ?? {})]).toEqual([change, 400, Object.keys(change)]);
    }
  });
});

/** The job's process dies after some transactions: whatever it then tries fails. */
async function runUntilKilled(id: string, transactions: number): Promise<void> {
  const { db, connection, config, files, log } = app();
  let left = transactions;
  const dying = new Proxy(db, {
    get(target, key) {
      if (key === 'transaction' && left-- <= 0) throw new Error('killed');
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Db;
  const parts = {
    inside: connection.inside,
    databaseUrl: '',
    config,
    files,
    log,
    mail: undefined as never,
    push: undefined as never,
  };
  await expect(makeDemoData.perform({ ...parts, db: dying, now: new Date() }, { id })).rejects.toThrow('killed');
}

describe('a job that is killed midway', () => {
  test('goes on where it was, without anything twice', async () => {
    const jobId = await make();
    await runUntilKilled(jobId, 4);
    const killed = await read(jobId);
    expect(killed).toMatchObject({ status: 'running', finished_at: null });
    expect(killed.progress).toBeGreaterThan(0);
    expect(killed.seconds_left).toBeGreaterThanOrEqual(0);
    const { organizationId } = await done(jobId);
    expect(organizationId).toBe(killed.organization_id);
    expect(await membersOf(organizationId)).toHaveLength(gym.members);
  });

  test('is cancelled, and nothing of it stays', async () => {
    const jobId = await make();
    await runUntilKilled(jobId, 3);
    const { organization_id } = await read(jobId);
    const cancelled = await (await sam()).cancelDemoDataJob({ params: { jobId } });
    expect(cancelled.body.status).toBe('cancelled');
    await app().runJobs();
    expect(await read(jobId)).toMatchObject({ status: 'cancelled', organization_id: null });
    expect(await tracesOf(app().db, organization_id!)).toEqual([]);
    const again = await (await sam()).cancelDemoDataJob({ params: { jobId } });
    expect([again.status, again.error.code]).toEqual([409, 'job_finished']);
  });
});

test('a job that fails is cleaned up, and the next one can start', async () => {
  const jobId = await make();
  const { db } = app();
  const tag = Number.parseInt(jobId.slice(-8), 16);
  const { email } = planDemoGym({ ...gym, gyms: gym.locations, now: new Date(), tag }).owner;
  await db.insertInto('users').values({ id: newId(), email, first_name: 'Taken' }).execute();
  await app().runJobs();
  expect(await read(jobId)).toMatchObject({ status: 'failed', organization_id: null });
  await done(await make());
});

describe('removing everything a job made', () => {
  test('takes the organization, its rows and its files', async () => {
    const { organizationId, id: jobId } = await done(await make());
    const { db, files } = app();
    const key = newFileKey('image/webp');
    await files.put(key, Buffer.from('photo'), 'image/webp');
    const photo = {
      key,
      content_type: 'image/webp',
      bytes: 5,
      organization_id: organizationId,
    };
    await db.insertInto('files').values(photo).execute();
    const admin = await sam();
    expect((await admin.removeDemoData({ params: { jobId } })).body.status).toBe('removed');
    await app().runJobs();
    expect(await read(jobId)).toMatchObject({ status: 'removed', organization_id: null, organization_name: null });
    expect(await tracesOf(db, organizationId)).toEqual([]);
    expect(await files.get(key)).toBeNull();
    expect((await admin.removeDemoData({ params: { jobId } })).body.status).toBe('removed');
    const audited = db.selectFrom('audit_log').select('action').where('target_id', '=', jobId).orderBy('created_at');
    expect((await audited.execute()).map(({ action }) => action)).toEqual(['demo_data.started', 'demo_data.removed']);
  });

  test('lets no operator in from then on, nor bring it back', async () => {
    const { organizationId, id: jobId } = await done(await make());
    const admin = await sam();
    const inside = await app().as(app().cast.sam, organizationId);
    const params = { id: organizationId };
    const listed = async (query: object) =>
      (await admin.listOrganizations({ query })).body.results.filter(({ id }) => id === organizationId);
    expect(await listed({ stage: 'demo_data' })).toMatchObject([{ stage: 'demo_data', is_active: true }]);
    expect(await listed({ stage: 'pilot' })).toEqual([]);
    await admin.startEmulation({ body: { organization_id: organizationId, reason: "A look at Ida's club" } });

    await admin.removeDemoData({ params: { jobId } });
    expect((await inside.listGyms()).status).toBe(401);
    expect((await admin.startEmulation({ body: { organization_id: organizationId } })).error.code).toBe(
      'organization_deleted',
    );
    for (const change of [{ is_active: true }, { name: 'Mine now' }])
      expect((await admin.updateOrganization({ params, body: change })).error.code).toBe('organization_not_found');
    expect((await admin.restoreOrganization({ params })).error.code).toBe('organization_not_found');
    expect([await listed({}), await listed({ is_deleted: true })]).toEqual([[], []]);

    await app().runJobs();
    expect(await tracesOf(app().db, organizationId)).toEqual([]);
    const said = app().db.selectFrom('audit_log').select('data').where('organization_id', '=', organizationId);
    for (const { data } of await said.execute()) expect(data).toEqual({});
  });

  test('waits until the job has ended', async () => {
    const jobId = await make();
    const admin = await sam();
    const early = await admin.removeDemoData({ params: { jobId } });
    expect([early.status, early.error.code]).toEqual([409, 'job_not_finished']);
    expect((await admin.cancelDemoDataJob({ params: { jobId } })).body.status).toBe('cancelled');
    await app().runJobs();
    expect(await read(jobId)).toMatchObject({ status: 'cancelled', rows_written: 0 });
    const unknown = { params: { jobId: newId() } };
    for (const call of [admin.getDemoDataJob, admin.cancelDemoDataJob, admin.removeDemoData])
      expect((await call(unknown)).error.code).toBe('job_not_found');
  });
});
