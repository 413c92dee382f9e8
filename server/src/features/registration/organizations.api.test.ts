import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';

const app = useTestApp();
const sam = () => app().as(app().cast.sam);

test('a super admin creates an organization with a gym and an owner, who is mailed a setup code', async () => {
  const { db, mailsTo } = app();
  const owner = { first_name: 'Pia', last_name: 'Park', email: 'pia@park.example' };
  const { body, status } = await (await sam()).createOrganization({ body: { name: 'Park', owner, timezone: 'UTC' } });
  expect([status, body.name, body.is_active]).toEqual([201, 'Park', true]);
  const gyms = await db
    .selectFrom('gyms')
    .select(['name', 'timezone'])
    .where('organization_id', '=', body.id)
    .execute();
  expect(gyms).toEqual([{ name: 'Park', timezone: 'UTC' }]);
  expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual(['Welcome to Park']);
  const taken = await (await sam()).createOrganization({ body: { name: 'Park again', owner } });
  expect([taken.error.code, Object.keys(taken.error.details ?? {})]).toEqual(['email_taken', ['owner.email']]);
});

test('an owner renames their own organization alone; only a super admin switches one off and on', async () => {
  const { cast } = app();
  const params = { id: cast.organizations.nightShift };
  const nora = await app().as(cast.nora);
  const { body: signedIn } = await app().visitor.login({ body: { email: cast.nora.email, password: castPassword } });
  expect((await nora.updateOrganization({ params, body: { name: 'Night Shift' } })).body.name).toBe('Night Shift');
  expect((await nora.updateOrganization({ params, body: { is_active: false } })).error.code).toBe('access_denied');
  const foreign = { params: { id: cast.organizations.ironHarbour }, body: { name: 'Mine' } };
  expect((await nora.updateOrganization(foreign)).error.code).toBe('organization_not_found');
  const platform = await sam();
  expect((await platform.updateOrganization({ params, body: { is_active: false } })).body.is_active).toBe(false);
  // Rights end at the next call, and everyone is told why.
  const why = [401, 'organization_inactive'];
  const codeOf = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];
  expect(codeOf(await nora.getMe())).toEqual(why);
  const password = castPassword;
  const { visitor } = app();
  expect(codeOf(await visitor.login({ body: { email: cast.nora.email, password } }))).toEqual(why);
  expect(codeOf(await visitor.refresh({ body: { refresh: signedIn.refresh_token } }))).toEqual(why);
  // Only who knows the password learns of it.
  expect((await visitor.login({ body: { email: cast.nora.email, password: 'not this one' } })).error.code).toBe(
    'wrong_credentials',
  );
  expect((await platform.updateOrganization({ params, body: { is_active: true } })).body.is_active).toBe(true);
  expect((await platform.updateOrganization({ params: { id: newId() }, body: {} })).error.code).toBe(
    'organization_not_found',
  );
});

test('of two super admins who change one organization, the second is told', async () => {
  const { cast } = app();
  const admin = await sam();
  const params = { id: cast.organizations.ironHarbour };
  const seen = async () =>
    (await admin.listOrganizations()).body.results.find(({ id }) => id === params.id) as { version: string };
  const { version } = await seen();
  const both = await Promise.all([
    admin.updateOrganization({ params, body: { white_label_enabled: false, version } }),
    admin.updateOrganization({ params, body: { name: 'Steel Harbour', version } }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409)!;
  expect(refused.error.code).toBe('changed_meanwhile');
  expect(refused.body).toMatchObject({ current_version: (await seen()).version });
  const body = { name: 'Iron Harbour', white_label_enabled: true, version: (await seen()).version };
  expect((await admin.updateOrganization({ params, body })).status).toBe(200);
  expect((await seen()).version).toBe(version);
});

test('a super admin switches the white label off and on, and the theme with it', async () => {
  const { cast, db } = app();
  const params = { id: cast.organizations.ironHarbour };
  const config = JSON.stringify({ colors: { primary: '#0b6e4f' } });
  await db
    .insertInto('organization_themes')
    .values({ organization_id: params.id, config })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ config }))
    .execute();
  const [admin, olga, ana] = [await sam(), await app().as(cast.olga), await app().as(cast.ana)];
  expect((await olga.updateOrganization({ params, body: { white_label_enabled: false } })).status).toBe(403);
  const color = async () => (await ana.getCurrentOrganization()).body.theme.colors.primary;
  expect(await color()).toBe('#0b6e4f');
  const off = await admin.updateOrganization({ params, body: { white_label_enabled: false } });
  expect([off.status, off.body.white_label_enabled]).toEqual([200, false]);
  expect(await color()).not.toBe('#0b6e4f');
  await admin.updateOrganization({ params, body: { white_label_enabled: true } });
  expect(await color()).toBe('#0b6e4f');
});

test('a nomination becomes an organization with what is known of the gym, once', async () => {
  const { db, visitor } = app();
  const { body: nominated } = await visitor.nominateGym({
    body: {
      nominator_first_name: 'Wren',
      nominator_email: 'wren@home.example',
      gym_name: 'Tide Gym',
      gym_address: '1 Shore Road, Perth',
      gym_phone: '+61 8 5550 1234',
      gym_website: 'https://tide.example',
      comments: 'My friends train there',
    },
  });
  const admin = await sam();
  const body = {
    name: 'Tide Gym',
    timezone: 'Australia/Perth',
    address: '1 Shore Road, Perth',
    phone: '+61 8 5550 1234',
    website: 'https://tide.example',
    nomination_id: nominated.nomination_id,
  };
  const both = await Promise.all([admin.createOrganization({ body }), admin.createOrganization({ body })]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.error.code).toBe('nomination_registered');
  const made = both.find(({ status }) => status === 201)!.body;
  const [nomination] = (await admin.listNominations()).body.results;
  expect(nomination).toMatchObject({ status: 'registered', became: { id: made.id, name: 'Tide Gym' } });
  const stored = await db
    .selectFrom('organizations as o')
    .innerJoin('gyms as g', 'g.organization_id', 'o.id')
    .select(['o.business_phone', 'o.business_website', 'g.address', 'g.phone', 'g.timezone'])
    .where('o.name', '=', 'Tide Gym')
    .execute();
  expect(stored).toEqual([
    {
      business_phone: '+61 8 5550 1234',
      business_website: 'https://tide.example',
      address: '1 Shore Road, Perth',
      phone: '+61 8 5550 1234',
      timezone: 'Australia/Perth',
    },
  ]);
  const unknown = await admin.createOrganization({ body: { ...body, nomination_id: newId() } });
  expect(unknown.error.code).toBe('nomination_not_found');
});
