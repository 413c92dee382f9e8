import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

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
