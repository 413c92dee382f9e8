import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';

const app = useTestApp();

describe('the profile', () => {
  test('stores and returns every field, and keeps fields that are left out', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    const before = (await ana.getMe()).body;
    const changes = {
      first_name: 'Anä',
      last_name: "O'Neill <b>",
      fitness_level: 'advanced' as const,
      gender: 'female' as const,
      bio: 'Line one\nline two 💪',
      phone: '+61 (2) 555-0100',
      timezone: 'Australia/Perth',
      goals: ['a first pull-up', 'ten minutes of rowing'],
      favourite_workouts: ['strength' as const, 'sports' as const],
      preferred_times: ['early_morning' as const, 'weekend' as const],
    };
    const changed = await ana.updateMe({ body: { ...changes, default_gym_id: cast.gyms.barangaroo } });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...before, ...changes });
    expect((await ana.getMe()).body).toEqual(changed.body);

    const one = await ana.updateMe({ body: { bio: '' } });
    expect(one.body).toEqual({ ...before, ...changes, bio: '' });
    const cleared = await ana.updateMe({
      body: { fitness_level: null, gender: null, phone: null, timezone: null, default_gym_id: null },
    });
    expect(cleared.body).toMatchObject({
      fitness_level: null,
      gender: null,
      phone: null,
      timezone: null,
      default_gym: null,
    });
    expect((await ana.updateMe({ body: {} })).body).toEqual(cleared.body);
  });

  test('names each invalid field, and changes nothing', async () => {
    const { cast } = app();
    const ben = await app().as(cast.ben);
    const before = (await ben.getMe()).body;
    const { status, error } = await ben.updateMe({
      body: {
        first_name: ' ',
        last_name: 'x'.repeat(81),
        fitness_level: 'heroic' as never,
        bio: 'x'.repeat(501),
        phone: 'call me',
        timezone: 'Mars/Olympus',
        goals: Array.from({ length: 11 }, () => 'goal'),
        default_gym_id: 'barangaroo',
      },
    });
    expect(status).toBe(400);
    expect(Object.keys(error.details ?? {}).sort()).toEqual(
      ['bio', 'default_gym_id', 'first_name', 'fitness_level', 'goals', 'last_name', 'phone', 'timezone'].sort(),
    );
    expect((await ben.getMe()).body).toEqual(before);
  });

  test('cannot change identity or role', async () => {
    const { cast, db } = app();
    const row = () => db.selectFrom('users').selectAll().where('id', '=', cast.cleo.id).executeTakeFirstOrThrow();
    const gyms = () => db.selectFrom('user_gyms').selectAll().where('user_id', '=', cast.cleo.id).execute();
    const before = { row: await row(), gyms: await gyms() };
    const cleo = await app().as(cast.cleo);
    const more = {
      id: cast.olga.id,
      role: 'super_admin',
      organization: cast.organizations.nightShift,
      organization_id: cast.organizations.nightShift,
      email: 'other@nowhere.example',
      email_verified: true,
      is_demo_user: true,
      is_active: false,
      google_id: '1',
      apple_id: '1',
      accessible_gyms: [cast.gyms.fremantle],
      gym_ids: [cast.gyms.fremantle],
      current_gym_id: cast.gyms.fremantle,
      can_switch_gyms: true,
      onboarding_completed: false,
      must_change_password: true,
      password_hash: 'x',
      personal_share_code: 'mine-mine',
      avatar_key: 'x',
      created_at: '2000-01-01T00:00:00Z',
      constructor: {},
    };
    const bodies = [more, { ...more, bio: 'kept' }];
    for (const body of bodies) expect((await cleo.updateMe({ body: body as never })).status).toBe(200);
    await cleo.updateMyPreferences({ body: { notifications: {}, ...more } as never });
    await cleo.updateUserPreferences({ body: more as never });
    await cleo.switchGym({ body: { gym_id: cast.gyms.barangaroo, ...more } as never });
    // Calling alone shows that the member is there.
    const moving = { updated_at: 0, last_seen_at: 0 };
    expect({ row: { ...(await row()), ...moving }, gyms: await gyms() }).toEqual({
      row: { ...before.row, bio: 'kept', ...moving },
      gyms: before.gyms,
    });
  });

  test('accepts every timezone that a browser may offer', async () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'australia/sydney', 'Asia/Calcutta'];
    const { rows } = await app().pool.query<{ zone: string }>(
      'select zone from unnest($1::text[]) zone where not is_timezone(zone)',
      [zones],
    );
    expect(rows).toEqual([]);
  });
});

describe('notification preferences', () => {
  test('start with the documented defaults, and change by kind and channel', async () => {
    const ana = await app().as(app().cast.ana);
    const byDefault = (await ana.getMyPreferences()).body;
    expect(Object.values(byDefault.notifications)).toHaveLength(16);
    for (const switches of Object.values(byDefault.notifications))
      expect(switches).toEqual({ in_app: true, push: true, email: false });

    const changed = await ana.updateMyPreferences({
      body: { notifications: { message: { push: false, email: true }, proposal: { in_app: false } } },
    });
    const expected = {
      notifications: {
        ...byDefault.notifications,
        message: { in_app: true, push: false, email: true },
        proposal: { in_app: false, push: true, email: false },
      },
    };
    expect(changed.body).toMatchObject(expected);
    const back = await ana.updateMyPreferences({ body: { notifications: { message: { push: true } } } });
    expect(back.body.notifications.message).toEqual({ in_app: true, push: true, email: true });
    const ben = await app().as(app().cast.ben);
    expect((await ben.getMyPreferences()).body).toEqual(byDefault);
    const unknown = await ana.updateMyPreferences({ body: { notifications: { nonsense: {} } } as never });
    expect(unknown.status).toBe(400);
  });
});

describe('stored app data', () => {
  const onboarding = {
    version: 1 as const,
    tourStatus: 'in_progress' as const,
    tourStep: 2,
    profileCompleted: false,
    requiredProfileCompleted: true,
    tipsShown: { 'first.tip': true as const },
    lastTipShownAt: '2026-11-01T00:00:00.000Z',
    actionsSinceLastTip: 3,
    device: 'mobile' as const,
    pausedAt: null,
  };

  test('starts empty, returns what was stored, and is private', async () => {
    const ana = await app().as(app().cast.ana);
    expect((await ana.getUserPreferences()).body).toEqual({ onboarding: null });
    expect((await ana.updateUserPreferences({ body: { onboarding } })).body).toEqual({ onboarding });
    expect((await ana.updateUserPreferences({ body: {} })).body).toEqual({ onboarding });
    const ben = await app().as(app().cast.ben);
    expect((await ben.getUserPreferences()).body).toEqual({ onboarding: null });
    expect((await ana.updateUserPreferences({ body: { onboarding: null } })).body).toEqual({ onboarding: null });
  });

  test('is limited in size', async () => {
    const ana = await app().as(app().cast.ana);
    const tipsShown = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`tip${index}`, true as const]));
    for (const wrong of [{ tourStep: -1 }, { version: 2 }, { tipsShown }, { tipsShown: { 'a b': true } }])
      expect(
        (await ana.updateUserPreferences({ body: { onboarding: { ...onboarding, ...wrong } } as never })).status,
      ).toBe(400);
  });
});

describe('gyms', () => {
  test("to switch to are a member's own, all for an owner, and none without an organization", async () => {
    const { cast } = app();
    const names = async (person: keyof typeof cast & ('ana' | 'olga' | 'gwen' | 'sam' | 'eve'), query = {}) => {
      const { body } = await (await app().as(cast[person])).listAccessibleGyms({ query });
      return body.results?.map(({ name }) => name);
    };
    expect(await names('ana')).toEqual(['Barangaroo']);
    expect(await names('ana', { organization_id: cast.organizations.ironHarbour })).toEqual(['Barangaroo']);
    expect(await names('olga')).toEqual(['Barangaroo', 'Fremantle']);
    expect(await names('eve')).toEqual(['Shoreditch']);
    expect(await names('gwen')).toEqual([]);
    expect(await names('sam')).toEqual([]);
    expect(await names('sam', { organization_id: cast.organizations.nightShift })).toEqual(['Shoreditch']);
    expect(await names('olga', { organization_id: cast.organizations.nightShift })).toBeUndefined();
    expect(await names('gwen', { organization_id: cast.organizations.nightShift })).toBeUndefined();
  });

  test('are none in an organization that a super admin names while it has no open gym', async () => {
    const { cast, db } = app();
    const empty = newId();
    await db.insertInto('organizations').values({ id: empty, name: 'Not Yet' }).execute();
    const sam = await app().as(cast.sam);
    const found = await sam.listAccessibleGyms({ query: { organization_id: empty } });
    expect([found.status, found.body]).toEqual([200, { results: [] }]);
    const unknown = await sam.listAccessibleGyms({ query: { organization_id: newId() } });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'organization_not_found']);
  });

  test('can be switched when accessible, and are otherwise unknown', async () => {
    const { cast } = app();
    const olga = await app().as(cast.olga);
    const switched = await olga.switchGym({ body: { gym_id: cast.gyms.fremantle } });
    expect(switched.body).toMatchObject({
      current_gym_id: cast.gyms.fremantle,
      user: { current_gym: { name: 'Fremantle' } },
    });
    expect((await olga.getMe()).body.current_gym?.id).toBe(cast.gyms.fremantle);
    expect(switched.body.gym_config.organization?.name).toBe('Iron Harbour');

    const ana = await app().as(cast.ana);
    const refusals = await Promise.all(
      [cast.gyms.fremantle, cast.gyms.shoreditch, newId()].map((gym_id) => ana.switchGym({ body: { gym_id } })),
    );
    for (const { status, error } of refusals)
      expect([status, error.code, error.error]).toEqual([404, 'gym_not_found', "We couldn't find this gym."]);
    expect((await ana.updateMe({ body: { default_gym_id: cast.gyms.fremantle } })).status).toBe(404);
  });

  test('cannot be switched to when inactive', async () => {
    const { cast, db } = app();
    const olga = await app().as(cast.olga);
    const close = (is_active: boolean) =>
      db.updateTable('gyms').set({ is_active }).where('id', '=', cast.gyms.fremantle).execute();
    await close(false);
    await expect.poll(async () => (await olga.switchGym({ body: { gym_id: cast.gyms.fremantle } })).status).toBe(404);
    await close(true);
    await expect.poll(async () => (await olga.switchGym({ body: { gym_id: cast.gyms.fremantle } })).status).toBe(200);
  });
});

describe('finishing the wizard', () => {
  const wizard = {
    business_type: 'multiple' as const,
    location_name: 'Dockside',
    location_address: '1 Wharf Road',
    timezone: 'Australia/Brisbane',
  };

  test('creates the first gym of an owner with a verified email, and selects it', async () => {
    const { cast, db } = app();
    const id = newId();
    const organization = newId();
    await db.insertInto('organizations').values({ id: organization, name: 'Fresh Start' }).execute();
    await db
      .insertInto('users')
      .values({ id, organization_id: organization, role: 'org_admin', email: 'new@fresh.example', first_name: 'Nia' })
      .execute();
    const owner = await app().as({ ...cast.ana, id });
    const refused = await owner.completeOnboarding({ body: wizard });
    expect([refused.status, refused.error.code]).toEqual([403, 'email_not_verified']);
    expect((await owner.getMe()).body).toMatchObject({ onboarding_completed: false, accessible_gyms: [] });
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
    // A new sign-in: the news of a change behind the server's back takes a moment.
    const { status, body } = await (await app().as({ ...cast.ana, id })).completeOnboarding({ body: wizard });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      onboarding_completed: true,
      accessible_gyms: [{ name: 'Dockside', address: '1 Wharf Road', timezone: 'Australia/Brisbane' }],
      current_gym: { name: 'Dockside' },
      default_gym: { name: 'Dockside' },
    });
    expect((await owner.getMe()).body).toEqual(body);
    const { business_type } = await db
      .selectFrom('organizations')
      .select('business_type')
      .where('id', '=', organization)
      .executeTakeFirstOrThrow();
    expect(business_type).toBe('multiple');
    const again = await owner.completeOnboarding({ body: { ...wizard, location_name: 'Dockside 2' } });
    expect([again.status, again.error.code]).toEqual([409, 'onboarding_already_completed']);
    expect((await owner.getMe()).body.accessible_gyms.map(({ name }) => name)).toEqual(['Dockside']);
  });

  test('updates the gym the owner set up, whichever gym is current', async () => {
    const { visitor, db } = app();
    const made = await visitor.registerGymSimplified({
      body: {
        gym_name: 'Quayside',
        first_name: 'Olu',
        last_name: 'Ade',
        email: 'olu@quay.example',
        phone: '+61 400 000 000',
        password: castPassword,
        confirm_password: castPassword,
        agree_to_terms: true,
      },
    });
    const { id, organization } = (await app().with(made.body.access_token).getMe()).body;
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
    // A new sign-in: the news of a change behind the server's back takes a moment.
    const owner = await app().as({ ...app().cast.ana, id });
    const second = newId();
    await db
      .insertInto('gyms')
      .values({ organization_id: organization?.id ?? '', id: second, name: 'Hilltop', timezone: 'UTC' })
      .execute();
    await owner.switchGym({ body: { gym_id: second } });
    const { body } = await owner.completeOnboarding({ body: wizard });
    expect(body.accessible_gyms.map(({ name, timezone }) => [name, timezone])).toEqual([
      ['Dockside', 'Australia/Brisbane'],
      ['Hilltop', 'UTC'],
    ]);
  });

  test('lets a gym admin update the gym they manage, once, but not the organization', async () => {
    const { cast, db } = app();
    await db.updateTable('users').set({ onboarding_completed: false }).where('id', '=', cast.finn.id).execute();
    const organization = () =>
      db.selectFrom('organizations').select('business_type').where('id', '=', cast.organizations.ironHarbour).execute();
    const before = await organization();
    const finn = await app().as(cast.finn);
    const { body } = await finn.completeOnboarding({ body: wizard });
    expect(body.current_gym).toMatchObject({ id: cast.gyms.barangaroo, name: 'Dockside' });
    expect(await organization()).toEqual(before);
    expect((await finn.completeOnboarding({ body: wizard })).status).toBe(409);
  });

  test('lets a member only finish', async () => {
    const { cast, db } = app();
    const gyms = () => db.selectFrom('gyms').selectAll().orderBy('id').execute();
    const before = await gyms();
    for (const person of [cast.eve, cast.gwen]) {
      await db.updateTable('users').set({ onboarding_completed: false }).where('id', '=', person.id).execute();
      const { body } = await (await app().as(person)).completeOnboarding({ body: wizard });
      expect(body.onboarding_completed).toBe(true);
    }
    expect(await gyms()).toEqual(before);
  });
});
