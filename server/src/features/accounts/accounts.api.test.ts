import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { countRoundTrips } from '#testing/databases/round-trips.ts';
import { addMemberTo, addSession } from '#testing/test-data.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
const finn = () => app().as(app().cast.finn);

/** A member of one gym of Iron Harbour. */
const addMember = (gym: string, values: object = {}) => addMemberTo(app().db, app().cast, gym, values);

const actionsOn = async (id: string) => {
  const rows = await app()
    .db.selectFrom('audit_log')
    .select(['action', 'actor_id', 'emulating'])
    .where('target_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows;
};

describe('the list of users', () => {
  test('finds names without accents, emails and phone numbers, and counts what it finds', async () => {
    const { cast } = app();
    const zoe = await addMember(cast.gyms.fremantle, {
      first_name: 'Zoë',
      last_name: 'Müller',
      phone: '+61 412 555 019',
    });
    const admin = await olga();
    for (const search of ['zoe', 'MULLER zoe', zoe.email.slice(0, 20), '555 019', 'zoe Mulelr'])
      expect([search, (await admin.listUsers({ query: { search } })).body.results.map(({ id }) => id)]).toEqual([
        search,
        [zoe.id],
      ]);
    const { body } = await admin.listUsers({ query: { search: '%' } });
    expect([body.count, body.results]).toEqual([0, []]);
    const all = (await admin.listUsers({ query: { page_size: 100 } })).body;
    expect(all.count).toBe(all.results.length);
    expect(all.results.map(({ first_name }) => first_name)).toEqual(
      all.results.map(({ first_name }) => first_name).toSorted((a, b) => a.localeCompare(b)),
    );
  });

  test('finds a member at each location, also when two are given or taken at once', async () => {
    const { cast, db } = app();
    const { barangaroo, fremantle } = cast.gyms;
    const { id } = await addMember(barangaroo);
    const row = { organization_id: cast.organizations.ironHarbour, user_id: id };
    await db.deleteFrom('user_gyms').where('user_id', '=', id).execute();
    const first = await db.startTransaction().execute();
    await first
      .insertInto('user_gyms')
      .values({ ...row, gym_id: barangaroo })
      .execute();
    const second = db
      .insertInto('user_gyms')
      .values({ ...row, gym_id: fremantle })
      .execute();
    await first.commit().execute();
    await second;
    const admin = await olga();
    const isAt = async (gym_id: string) =>
      (await admin.listUsers({ query: { gym_id, search: id.slice(-12) } })).body.results.map((user) => user.id);
    expect([await isAt(barangaroo), await isAt(fremantle)]).toEqual([[id], [id]]);
    await db
      .updateTable('users')
      .set({ current_gym_id: barangaroo, default_gym_id: fremantle })
      .where('id', '=', id)
      .execute();
    await db.deleteFrom('user_gyms').where('user_id', '=', id).execute();
    expect([await isAt(barangaroo), await isAt(fremantle)]).toEqual([[], []]);
    const gyms = db.selectFrom('users').select(['current_gym_id', 'default_gym_id']).where('id', '=', id);
    expect(await gyms.executeTakeFirst()).toEqual({ current_gym_id: null, default_gym_id: null });
  });

  test('is filtered by role, location, state, onboarding and the day they joined', async () => {
    const { cast } = app();
    const old = await addMember(cast.gyms.fremantle, { created_at: '2020-02-01T00:00:00Z', is_active: false });
    const admin = await olga();
    const found = async (query: object) =>
      (await admin.listUsers({ query: { page_size: 100, ...query } })).body.results;
    for (const user of await found({ gym_id: cast.gyms.fremantle }))
      expect(user.gyms.map(({ name }) => name)).toContain('Fremantle');
    expect((await found({ role: 'gym_admin' })).map(({ id }) => id)).toEqual([cast.finn.id]);
    expect((await found({ role: 'member' })).some(({ role }) => role.endsWith('admin'))).toBe(false);
    expect((await found({ is_active: false })).map(({ id }) => id)).toEqual([old.id]);
    expect((await found({ joined_since: '2020-02-02T00:00:00Z' })).map(({ id }) => id)).not.toContain(old.id);
    expect((await found({ onboarding_completed: true })).map(({ id }) => id)).not.toContain(old.id);
    expect((await found({ is_set_up: false })).map(({ id }) => id)).toContain(old.id);
    expect((await found({ order: 'newest' })).at(-1)?.id).toBe(old.id);
  });

  test('comes in pages, each in one round trip', async () => {
    const { db, cast, pool } = app();
    await addCrowd(db, cast, 30);
    const admin = await olga();
    const { body: first } = await admin.listUsers({ query: { page_size: 10 } });
    const { body: second } = await admin.listUsers({ query: { page_size: 10, page: 2 } });
    expect(second.previous).toBe('/api/v1/admin/users/?page=1&page_size=10&order=name');
    const ids = [...first.results, ...second.results].map(({ id }) => id);
    expect(new Set(ids).size).toBe(20);
    expect(await countRoundTrips(pool, () => admin.listUsers({ query: { search: 'crowd' } }))).toBe(1);
  });

  test('counts the sessions of the last 30 days, and says when a member was last here', async () => {
    const { db, cast } = app();
    const member = await addMember(cast.gyms.barangaroo);
    await addSession(db, { gym: cast.gyms.barangaroo, host: member, in: -3 * 24 * 60 });
    await addSession(db, { gym: cast.gyms.barangaroo, host: member, in: -40 * 24 * 60 });
    await addSession(db, { gym: cast.gyms.barangaroo, host: member });
    expect((await (await olga()).getAdminUser({ params: { id: member.id } })).body).toMatchObject({
      sessions_last_30_days: 1,
      last_seen_at: null,
    });
    await app().tokenFor(member);
    const { body } = await (await olga()).getAdminUser({ params: { id: member.id } });
    // To the day, because a time would say who is online.
    expect(body.last_seen_at).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`);
    expect(
      (await (await olga()).listUsers({ query: { order: 'last_seen', page_size: 100 } })).body.results[0]?.last_seen_at,
    ).not.toBeNull();
  });
});

describe('creating a user', () => {
  test('mails a setup code that opens the account once', async () => {
    const { cast, visitor } = app();
    const { status, body } = await (await olga()).createUser({
      body: {
        email: 'New@Member.example',
        first_name: 'Nia',
        last_name: 'New',
        gym_ids: [cast.gyms.fremantle],
        phone: '0412 345 678',
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      email: 'new@member.example',
      role: 'regular_user',
      is_set_up: false,
      gyms: [{ name: 'Fremantle' }],
      default_gym: { name: 'Fremantle' },
    });
    const [mail] = await app().mailsTo('new@member.example');
    const code = /[A-Z]{6}-\d{4}-[A-Z]{6}/.exec(mail?.text ?? '')?.[0] ?? '';
    const signedIn = await visitor.login({ body: { email: 'new@member.example', password: code } });
    expect(signedIn.body).toMatchObject({ must_change_password: true });
    expect((await visitor.login({ body: { email: 'new@member.example', password: code } })).status).toBe(401);
    expect(await actionsOn(body.id)).toMatchObject([{ action: 'user.created', actor_id: cast.olga.id }]);
  });

  test('refuses a taken email in any organization, and a foreign gym, and changes nothing', async () => {
    const { cast } = app();
    const admin = await olga();
    const person = { first_name: 'Nia', last_name: 'New' };
    for (const email of [cast.ana.email, cast.eve.email.toUpperCase()]) {
      const { error } = await admin.createUser({ body: { ...person, email } });
      expect([error.code, error.details]).toEqual([
        'email_taken',
        { email: ['An account with this email already exists.'] },
      ]);
    }
    const gym_ids = [cast.gyms.fremantle, cast.gyms.shoreditch];
    expect((await admin.createUser({ body: { ...person, email: 'a@b.example', gym_ids } })).error.code).toBe(
      'gym_not_found',
    );
    expect((await admin.listUsers({ query: { search: 'a@b.example' } })).body.count).toBe(0);
  });

  test('lets a gym admin add members of their own gyms only, and no admins', async () => {
    const { cast } = app();
    const admin = await finn();
    const person = { email: `${newId()}@x.example`, first_name: 'Gio', last_name: 'Gym' };
    const refusedRole = await admin.createUser({ body: { ...person, role: 'gym_admin' } });
    expect([refusedRole.status, refusedRole.error.code]).toEqual([403, 'access_denied']);
    const elsewhere = await admin.createUser({ body: { ...person, gym_ids: [cast.gyms.fremantle] } });
    expect(elsewhere.error.code).toBe('gym_not_found');
    const { body } = await admin.createUser({ body: person });
    expect(body.gyms.map(({ name }) => name)).toEqual(['Barangaroo']);
  });

  test('refuses a super admin by any caller', async () => {
    const body = { email: 's@s.example', first_name: 'S', last_name: 'S', role: 'super_admin' };
    const { status, error } = await (await olga()).createUser({ body });
    expect([status, error.details]).toEqual([400, { role: ['Only a super admin can create super admins'] }]);
  });
});

describe('who manages whom', () => {
  test('a gym admin reaches ordinary members of their gyms and nobody else, by any call', async () => {
    const { cast } = app();
    const elsewhere = await addMember(cast.gyms.fremantle);
    const peer = await addMember(cast.gyms.barangaroo, { role: 'gym_admin' });
    const own = await addMember(cast.gyms.barangaroo);
    const admin = await finn();
    const seen = (await admin.listUsers({ query: { page_size: 100 } })).body.results;
    expect(seen.map(({ id }) => id)).toContain(own.id);
    for (const user of seen)
      expect([user.role, user.gyms.map(({ name }) => name)]).toEqual([
        'regular_user',
        expect.arrayContaining(['Barangaroo']),
      ]);
    for (const { id } of [elsewhere, peer, cast.olga, cast.finn, cast.eve, { id: newId() }]) {
      const params = { id };
      const answers = [
        await admin.getAdminUser({ params }),
        await admin.updateUser({ params, body: { first_name: 'Gone' } }),
        await admin.deleteUser({ params }),
        await admin.getDeletionEffects({ params }),
        await admin.resetUserPassword({ params, body: {} }),
        await admin.verifyUserEmail({ params }),
        await admin.completeUserOnboarding({ params }),
        await admin.getMemberRecord({ params }),
        await admin.createStaffNote({ params, body: { text: 'Hello' } }),
      ];
      expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => 'user_not_found'));
    }
    expect((await admin.listUsers({ query: { gym_id: cast.gyms.fremantle } })).error.code).toBe('gym_not_found');
    expect((await admin.setUserRole({ params: { id: own.id }, body: { role: 'org_admin' } })).error.code).toBe(
      'access_denied',
    );
  });

  test('a right that is taken away is gone at the next call of a token that was in use', async () => {
    const { cast } = app();
    const member = await addMember(cast.gyms.barangaroo, { role: 'gym_admin' });
    const owner = await olga();
    await owner.setUserGymAccess({
      params: { id: member.id },
      body: { gym_ids: [cast.gyms.barangaroo], managed_gym_ids: [cast.gyms.barangaroo] },
    });
    const working = await app().as(member);
    expect((await working.listUsers()).body.count).toBeGreaterThan(0);
    await owner.setUserGymAccess({ params: { id: member.id }, body: { gym_ids: [cast.gyms.fremantle] } });
    expect((await working.listUsers()).body.count).toBe(0);
    await owner.setUserRole({ params: { id: member.id }, body: { role: 'regular_user' } });
    expect((await working.listUsers()).error.code).toBe('access_denied');
    await owner.updateUser({ params: { id: member.id }, body: { is_active: false } });
    expect((await working.getMe()).error.code).toBe('token_invalid');
  });

  test('is recorded under the name of an emulating super admin', async () => {
    const { cast } = app();
    const member = await addMember(cast.gyms.barangaroo);
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    await inside.updateUser({ params: { id: member.id }, body: { phone: '1' } });
    expect(await actionsOn(member.id)).toEqual([{ action: 'user.updated', actor_id: cast.sam.id, emulating: true }]);
    expect((await inside.getAdminUser({ params: { id: cast.eve.id } })).error.code).toBe('user_not_found');
  });
});

describe('changing a user', () => {
  test('tells the second of two admins, who loses nothing', async () => {
    const { cast } = app();
    const member = await addMember(cast.gyms.barangaroo);
    const params = { id: member.id };
    const [one, other] = [await olga(), await app().as(cast.sam, cast.organizations.ironHarbour)];
    const { version } = (await one.getAdminUser({ params })).body;
    expect((await other.updateUser({ params, body: { phone: '0412', version } })).status).toBe(200);
    const late = await one.updateUser({ params, body: { last_name: 'Late', version } });
    expect([late.status, late.error.code]).toEqual([409, 'changed_meanwhile']);
    const current = (late.error as unknown as { current: { phone: string; version: string } }).current;
    expect(current.phone).toBe('0412');
    const { body } = await one.updateUser({ params, body: { last_name: 'Late', version: current.version } });
    expect(body).toMatchObject({ phone: '0412', last_name: 'Late' });
    const roleLate = await other.setUserRole({ params, body: { role: 'gym_admin', version } });
    expect(roleLate.error.code).toBe('changed_meanwhile');
  });

  test('writes no names into the audit log', async () => {
    const { db, cast } = app();
    const member = await addMember(cast.gyms.barangaroo);
    await (await olga()).updateUser({ params: { id: member.id }, body: { first_name: 'Secretive', phone: '999' } });
    const { data } = await db
      .selectFrom('audit_log')
      .select('data')
      .where('target_id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(data).toEqual({ fields: ['first_name', 'phone'] });
  });

  test('makes a gym admin of a member, and an ordinary member again who manages nothing', async () => {
    const { db, cast } = app();
    const member = await addMember(cast.gyms.barangaroo);
    const params = { id: member.id };
    const admin = await olga();
    const early = await admin.setUserGymAccess({
      params,
      body: { gym_ids: [cast.gyms.barangaroo], managed_gym_ids: [cast.gyms.barangaroo] },
    });
    expect(early.error.details).toHaveProperty('managed_gym_ids');
    await admin.setUserRole({ params, body: { role: 'gym_admin' } });
    const { body } = await admin.setUserGymAccess({
      params,
      body: { gym_ids: [cast.gyms.barangaroo, cast.gyms.fremantle], managed_gym_ids: [cast.gyms.fremantle] },
    });
    expect(body).toMatchObject({ role: 'gym_admin', managed_gym_ids: [cast.gyms.fremantle] });
    await admin.setUserRole({ params, body: { role: 'regular_user' } });
    const rows = await db.selectFrom('user_gyms').select('manages').where('user_id', '=', member.id).execute();
    expect(rows.map(({ manages }) => manages)).toEqual([false, false]);
  });

  test('moves the default gym when access to it ends', async () => {
    const { cast } = app();
    const member = await addMember(cast.gyms.barangaroo, { default_gym_id: cast.gyms.barangaroo });
    const params = { id: member.id };
    const { body } = await (await olga()).setUserGymAccess({ params, body: { gym_ids: [cast.gyms.fremantle] } });
    expect([body.gyms.map(({ name }) => name), body.default_gym?.name]).toEqual([['Fremantle'], 'Fremantle']);
    const foreign = { gym_ids: [cast.gyms.barangaroo, cast.gyms.shoreditch] };
    expect((await (await olga()).setUserGymAccess({ params, body: foreign })).error.code).toBe('gym_not_found');
    expect((await (await olga()).getAdminUser({ params })).body.gyms).toEqual(body.gyms);
  });

  test('resets a password: sign-ins end, old links and the old password stop working', async () => {
    const { db, cast, visitor } = app();
    const { ben } = cast;
    const working = await app().as(ben);
    expect((await (await olga()).resetUserPassword({ params: { id: ben.id }, body: {} })).status).toBe(204);
    expect((await working.getMe()).error.code).toBe('token_invalid');
    expect((await visitor.login({ body: { email: ben.email, password: castPassword } })).status).toBe(401);
    const [mail] = await app().mailsTo(ben.email);
    const code = /[A-Z]{6}-\d{4}-[A-Z]{6}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await visitor.login({ body: { email: ben.email, password: code } })).body.must_change_password).toBe(true);
    await (await olga()).resetUserPassword({ params: { id: ben.id }, body: { password: 'chalk on the ceiling' } });
    const mails = await app().mailsTo(ben.email);
    expect(mails.map(({ text }) => text).join()).not.toContain('chalk on the ceiling');
    for (const { text } of mails.slice(0, 2)) expect(text).toContain('Olga Orlova at Iron Harbour reset your password');
    expect(await actionsOn(ben.id)).toMatchObject([
      { action: 'user.password_reset' },
      { action: 'user.password_reset' },
    ]);
    const common = await (await olga()).resetUserPassword({
      params: { id: ben.id },
      body: { password: 'password123' },
    });
    expect(common.error.code).toBe('password_too_common');
    for (const id of [cast.olga.id, cast.olga.id.toUpperCase()]) {
      const own = await (await olga()).resetUserPassword({ params: { id }, body: {} });
      expect(own.error.code).toBe('not_yourself');
    }
    expect(
      await db
        .selectFrom('logins')
        .select('id')
        .where('user_id', '=', cast.olga.id)
        .where('revoked_at', 'is not', null)
        .execute(),
    ).toEqual([]);
  });

  test('verifies an email and completes the onboarding, each once in the log', async () => {
    const { cast } = app();
    const member = await addMember(cast.gyms.barangaroo);
    const admin = await finn();
    for (let time = 0; time < 2; time++) {
      expect((await admin.verifyUserEmail({ params: { id: member.id } })).body.email_verified).toBe(true);
      expect((await admin.completeUserOnboarding({ params: { id: member.id } })).body.onboarding_completed).toBe(true);
    }
    expect((await actionsOn(member.id)).map(({ action }) => action)).toEqual([
      'user.email_verified',
      'user.onboarding_completed',
    ]);
  });
});

describe('deleting a user', () => {
  test('says what it means for others first, and then does exactly that', async () => {
    const { db, cast } = app();
    const member = await addMember(cast.gyms.barangaroo);
    const gym = cast.gyms.barangaroo;
    const hosted = await addSession(db, { gym, host: member, with: [cast.ana] });
    const alone = await addSession(db, { gym, host: member });
    const joined = await addSession(db, { gym, host: cast.ana, with: [member] });
    const params = { id: member.id };
    const admin = await finn();
    const { body: effects } = await admin.getDeletionEffects({ params });
    expect(effects).toMatchObject({ hosted_sessions: 1, ending_sessions: 1, spots: 1, groups: 0, waitlists: 0 });
    const working = await app().as(member);
    expect((await admin.deleteUser({ params })).status).toBe(204);
    expect((await working.getMe()).error.code).toBe('token_invalid');
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'creator_id', 'current_participants'])
      .where('id', 'in', [hosted, alone, joined])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: hosted, creator_id: cast.ana.id, current_participants: 1 },
      { id: joined, creator_id: cast.ana.id, current_participants: 1 },
    ]);
    expect((await actionsOn(member.id)).map(({ action }) => action)).toEqual(['user.deleted']);
  });
});
