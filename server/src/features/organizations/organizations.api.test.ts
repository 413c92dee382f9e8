import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

test('a super admin sees every organization with its size, and finds one by name', async () => {
  const { cast } = app();
  const sam = await app().as(cast.sam);
  const { body } = await sam.listOrganizations();
  expect(body.results.map(({ name }) => name)).toEqual(['Iron Harbour', 'Night Shift Athletics']);
  expect(body.results[0]).toMatchObject({ gyms_count: 2, members_count: 6, sessions_last_30_days: 0, is_demo: false });
  const names = async (query: object) => (await sam.listOrganizations({ query })).body.results.map(({ name }) => name);
  expect(await names({ search: 'nIGHT' })).toEqual(['Night Shift Athletics']);
  expect(await names({ search: '%' })).toEqual([]);
  expect(await names({ include_demo: true })).toContain('Demo gym');
  expect(await names({ is_active: false })).toEqual([]);
  const first = (await sam.listOrganizations({ query: { page_size: 1 } })).body;
  expect([first.count, first.next]).toEqual([2, '/api/v1/organizations/?page=2&page_size=1&include_demo=false']);
});

test('other callers see only their own organization, even by id', async () => {
  const { cast } = app();
  const ana = await app().as(cast.ana);
  const { body } = await ana.listOrganizations({ query: { include_demo: true } });
  expect(body.results.map(({ id }) => id)).toEqual([cast.organizations.ironHarbour]);
  expect((await ana.getOrganization({ params: { id: cast.organizations.ironHarbour } })).body.name).toBe(
    'Iron Harbour',
  );
  expect((await ana.getOrganization({ params: { id: cast.organizations.nightShift } })).status).toBe(404);
  expect((await (await app().as(cast.gwen)).listOrganizations()).body.results).toEqual([]);
  const inside = await app().as(cast.sam, cast.organizations.nightShift);
  expect((await inside.listOrganizations()).body.results.map(({ id }) => id)).toEqual([cast.organizations.nightShift]);
});

test('shows how an organization is doing to super admins alone, and sorts by it', async () => {
  const { cast, db } = app();
  const sam = await app().as(cast.sam);
  const { ironHarbour, nightShift } = cast.organizations;
  const gym = cast.gyms.shoreditch;
  for (const days of [1, 8, 27, 29, 40]) await addSession(db, { gym, host: cast.eve, in: -days * 24 * 60 });
  await db
    .updateTable('organizations')
    .set({ trial_ends_at: new Date(Date.now() + 86_400_000) })
    .where('id', '=', nightShift)
    .execute();
  await db.updateTable('users').set({ last_seen_at: '2026-11-01T08:00:00Z' }).where('id', '=', cast.nora.id).execute();
  await db.updateTable('users').set({ created_at: '2020-01-01T00:00:00Z' }).where('id', '=', cast.eve.id).execute();
  const [iron, night] = (await sam.listOrganizations()).body.results;
  expect(iron).toMatchObject({ id: ironHarbour, stage: 'pilot', trial_ends_at: null, deleted_at: null });
  expect(night).toMatchObject({
    stage: 'trial',
    health: {
      sessions_per_week: 0.75,
      new_members_last_30_days: 1,
      owner_last_seen_at: '2026-11-01T08:00:00.000Z',
    },
  });
  const sorted = async (sort: 'newest' | 'members' | 'sessions' | 'owner_away') =>
    (await sam.listOrganizations({ query: { sort } })).body.results.map(({ id }) => id);
  expect(await sorted('sessions')).toEqual([nightShift, ironHarbour]);
  expect(await sorted('members')).toEqual([ironHarbour, nightShift]);
  await db.updateTable('users').set({ last_seen_at: null }).where('id', '=', cast.olga.id).execute();
  expect(await sorted('owner_away')).toEqual([ironHarbour, nightShift]);
  await db
    .updateTable('organizations')
    .set({ created_at: '2020-01-01T00:00:00Z' })
    .where('id', '=', ironHarbour)
    .execute();
  expect(await sorted('newest')).toEqual([nightShift, ironHarbour]);

  const nora = await app().as(cast.nora);
  expect((await nora.listOrganizations()).body.results).toMatchObject([{ health: null, stranger_mails: null }]);
});

test('sorts numbers in names as people do, of organizations and of gyms', async () => {
  const { cast, db } = app();
  const ids = ['Gym 10', 'gym 2', 'Gym 2b', 'Gym 007'].map((name) => ({ id: newId(), name }));
  await db.insertInto('organizations').values(ids).execute();
  const inOrder = ['gym 2', 'Gym 2b', 'Gym 007', 'Gym 10'];
  const sam = await app().as(cast.sam);
  const { results } = (await sam.listOrganizations({ query: { search: 'gym' } })).body;
  expect(results.map(({ name }) => name)).toEqual(inOrder);
  const organization_id = cast.organizations.nightShift;
  await db
    .insertInto('gyms')
    .values(ids.map((gym) => ({ ...gym, organization_id, timezone: 'UTC' })))
    .execute();
  const gyms = (await (await app().as(cast.nora)).listAccessibleGyms()).body.results.map(({ name }) => name);
  expect(gyms.filter((name) => /^gym/i.test(name))).toEqual(inOrder);
});
