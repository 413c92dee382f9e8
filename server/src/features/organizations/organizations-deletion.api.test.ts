import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { newFileKey } from '#platform/file-store.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { makeUndeletable } from '#testing/databases/undeletable.ts';
import { removeOrganizations } from './organizations.jobs.ts';

const app = useTestApp();
const sam = () => app().as(app().cast.sam);
const params = () => ({ id: app().cast.organizations.nightShift });
const named = () => ({ params: params(), query: { name: 'Night Shift Athletics' } });
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const wait = (days: number) =>
  app()
    .db.updateTable('organizations')
    .set({ deleted_at: sql`now() - make_interval(days => ${days})` })
    .where('deleted_at', 'is not', null)
    .execute();
const runRemoval = async () => {
  await enqueue(app().db, removeOrganizations, {});
  await app().runJobs();
};

describe('a deleted organization', () => {
  afterEach(async () => void (await (await sam()).restoreOrganization({ params: params() })));

  test('is out at the next call, hidden from the list, and as it was when it is restored', async () => {
    const { cast, db } = app();
    const admin = await sam();
    const [nora, eve] = [await app().as(cast.nora), await app().as(cast.eve)];
    expect((await eve.getMe()).status).toBe(200);
    const { body: signedIn } = await app().visitor.login({ body: { email: cast.eve.email, password: castPassword } });
    const typed = { params: params(), query: { name: ' Night Shift Athletics ' } };
    expect((await admin.deleteOrganization(typed)).status).toBe(204);
    // They aren't told to wait for it, as members of an organization that is switched off are.
    const gone = [401, 'organization_gone'];
    expect(codeOf(await eve.getMe())).toEqual(gone);
    expect(codeOf(await nora.getMe())).toEqual(gone);
    const { visitor } = app();
    expect(codeOf(await visitor.login({ body: { email: cast.eve.email, password: castPassword } }))).toEqual(gone);
    expect(codeOf(await visitor.refresh({ body: { refresh: signedIn.refresh_token } }))).toEqual(gone);
    const names = async (query: object) =>
      (await admin.listOrganizations({ query })).body.results.map(({ name }) => name);
    expect(await names({})).toEqual(['Iron Harbour']);
    expect(await names({ is_active: false })).toEqual([]);
    expect(await names({ is_deleted: true })).toEqual(['Night Shift Athletics']);

    const { status, body } = await admin.restoreOrganization({ params: params() });
    expect([status, body.is_active]).toEqual([200, true]);
    expect((await eve.getMe()).status).toBe(200);
    expect(await names({})).toEqual(['Iron Harbour', 'Night Shift Athletics']);
    const trail = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', params().id)
      .orderBy('created_at')
      .execute();
    expect(trail).toEqual([
      { action: 'organization.deleted', actor_id: cast.sam.id },
      { action: 'organization.restored', actor_id: cast.sam.id },
    ]);
  });

  test('stays switched off when it was before', async () => {
    const admin = await sam();
    await admin.updateOrganization({ params: params(), body: { is_active: false } });
    await admin.deleteOrganization(named());
    expect((await admin.restoreOrganization({ params: params() })).body.is_active).toBe(false);
    await admin.updateOrganization({ params: params(), body: { is_active: true } });
  });

  test('is deleted by its typed name only', async () => {
    const admin = await sam();
    for (const name of ['Night Shift', '', undefined]) {
      const query = name === undefined ? {} : { name };
      const { status, error } = await admin.deleteOrganization({ params: params(), query: query as { name: string } });
      expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['name']]);
    }
    expect((await (await app().as(app().cast.eve)).getMe()).status).toBe(200);
  });

  test("is nobody's to change, enter or delete again; of two operators one is told so", async () => {
    const { cast } = app();
    const admin = await sam();
    const inside = await app().as(cast.sam, params().id);
    expect((await inside.listSessions()).status).toBe(200);
    const both = await Promise.all([admin.deleteOrganization(named()), admin.deleteOrganization(named())]);
    expect(both.map(codeOf).sort()).toEqual([
      [204, undefined],
      [409, 'organization_deleted'],
    ]);
    expect((await inside.listSessions()).status).toBe(401);
    const refused = [409, 'organization_deleted'];
    expect(codeOf(await admin.updateOrganization({ params: params(), body: { is_active: true } }))).toEqual(refused);
    expect(codeOf(await admin.startEmulation({ body: { organization_id: params().id } }))).toEqual(refused);
    const restored = await Promise.all([
      admin.restoreOrganization({ params: params() }),
      admin.restoreOrganization({ params: params() }),
    ]);
    expect(restored.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(codeOf(await admin.restoreOrganization({ params: { id: newId() } }))).toEqual([
      404,
      'organization_not_found',
    ]);
    for (const person of [cast.nora, cast.eve])
      expect((await (await app().as(person)).restoreOrganization({ params: params() })).status).toBe(403);
  });

  test('keeps a write that was on its way', async () => {
    const { cast, db } = app();
    const eve = await app().as(cast.eve);
    const admin = await sam();
    const writes = Array.from({ length: 8 }, (_, index) => eve.updateMe({ body: { bio: `line ${index}` } }));
    const [deleted, ...written] = await Promise.all([admin.deleteOrganization(named()), ...writes]);
    expect(deleted.status).toBe(204);
    for (const { status } of written) expect([200, 401]).toContain(status);
    const { bio } = await db.selectFrom('users').select('bio').where('id', '=', cast.eve.id).executeTakeFirstOrThrow();
    const stored = written.filter(({ status }) => status === 200).map(({ body }) => body.bio);
    if (stored.length > 0) expect(stored).toContain(bio);
  });
});

test('an organization that cannot be removed keeps no later one', async () => {
  const { db } = app();
  const [stuck, other] = [newId(), newId()];
  const row = { is_active: false, was_active: true };
  await db
    .insertInto('organizations')
    .values([
      { ...row, id: stuck, name: 'Stuck', deleted_at: sql`now() - interval '40 days'` },
      { ...row, id: other, name: 'Other', deleted_at: sql`now() - interval '31 days'` },
    ])
    .execute();
  const allow = await makeUndeletable(db, stuck);
  await runRemoval();
  const left = async () =>
    (await db.selectFrom('organizations').select('id').where('id', 'in', [stuck, other]).execute()).map(({ id }) => id);
  expect(await left()).toEqual([stuck]);
  // It is among the failed jobs of the Operations page.
  const { failed_jobs } = (await (await sam()).getOperations()).body;
  expect(failed_jobs.results[0]).toMatchObject({
    job: 'remove_organizations',
    error: '1 deleted organizations could not be removed.',
  });
  await allow();
  await runRemoval();
  expect(await left()).toEqual([]);
});

test('after 30 days everything is removed, with a record', async () => {
  const { db, cast, files } = app();
  const { id } = params();
  const admin = await sam();
  const key = newFileKey('image/webp');
  await files.put(key, Buffer.from('x'), 'image/webp');
  await db.insertInto('files').values({ key, organization_id: id, content_type: 'image/webp', bytes: 1 }).execute();
  const nora = await app().as(cast.nora);
  await nora.updateOrganization({ params: { id }, body: { name: 'Night Owls' } });
  await nora.createGym({
    body: { name: 'Owl Hall', address: '1 Moon Street', phone: '+44 20 5550 1234', timezone: 'Europe/London' },
  });
  await admin.startEmulation({ body: { organization_id: id, reason: 'Zoe from the front desk called' } });
  await admin.deleteOrganization({ params: { id }, query: { name: 'Night Owls' } });
  await wait(29);
  await runRemoval();
  expect((await db.selectFrom('organizations').select('id').where('id', '=', id).execute()).length).toBe(1);

  await wait(31);
  await runRemoval();
  const tables = await sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'audit_log'`.execute(db);
  for (const { name } of tables.rows) {
    const { rows } = await sql`select from ${sql.table(name)} where organization_id = ${id}`.execute(db);
    expect([name, rows.length]).toEqual([name, 0]);
  }
  expect(await files.get(key)).toBeNull();
  const trail = await db.selectFrom('audit_log').selectAll().where('organization_id', '=', id).execute();
  const [record, ...rest] = trail.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime());
  expect(record).toMatchObject({
    ...{ action: 'organization.removed', actor_id: null, data: { name: 'Night Owls', members: 2, files: 1 } },
  });
  expect(rest.map(({ action }) => action).toSorted()).toEqual(
    expect.arrayContaining(['gym.created', 'organization.deleted', 'organization.updated', 'startEmulation']),
  );
  // Of all columns, the ones that may say something are empty; the others name actions, ids and times.
  const {
    id: _,
    organization_id,
    actor_id,
    emulating,
    action,
    target_type,
    target_id,
    request_id,
    created_at,
    ...said
  } = Object.fromEntries(
    Object.keys(rest[0]!).map((column) => [column, rest.map((row) => row[column as keyof typeof row])]),
  );
  expect(said).toEqual({ target_name: rest.map(() => null), edits: rest.map(() => null), data: rest.map(() => ({})) });
  expect(codeOf(await admin.restoreOrganization({ params: { id } }))).toEqual([404, 'organization_not_found']);
});
