import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { cleanUp } from '#platform/jobs/clean-up.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { leaveEndedVisits } from './emulation.jobs.ts';

const app = useTestApp();

async function enter(organization = app().cast.organizations.ironHarbour) {
  const sam = await app().as(app().cast.sam);
  const { status, body } = await sam.startEmulation({ body: { organization_id: organization } });
  expect(status).toBe(200);
  return { sam, body, inside: app().with(body.access_token) };
}
const loginOf = async (token: string) => (await app().accessTokens.verify(token))?.loginId ?? '';

describe('entering an organization', () => {
  test('issues a separate token for an hour, and names the organization', async () => {
    const { cast } = app();
    const { sam, body, inside } = await enter();
    expect(body).toMatchObject({
      is_emulating: true,
      organization: { name: 'Iron Harbour' },
      original_role: 'super_admin',
    });
    const minutes = (Date.parse(body.expires_at ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60.1);
    const status = (await inside.getEmulationStatus()).body;
    expect(status).toEqual({
      is_emulating: true,
      organization: body.organization,
      original_role: 'super_admin',
      expires_at: body.expires_at,
    });
    expect((await inside.getCurrentOrganization()).body.name).toBe('Iron Harbour');
    expect((await inside.listAccessibleGyms()).body.results.map(({ name }) => name)).toEqual([
      'Barangaroo',
      'Fremantle',
    ]);
    expect((await inside.getMe()).body).toMatchObject({ id: cast.sam.id, organization: { name: 'Iron Harbour' } });

    const outside = { is_emulating: false, organization: null, original_role: null, expires_at: null };
    expect((await sam.getEmulationStatus()).body).toEqual(outside);
    expect((await sam.getMe()).body.organization).toBeNull();
  });

  test('is allowed to super admins, for existing organizations', async () => {
    const { cast } = app();
    for (const person of [cast.olga, cast.ana, cast.demi, cast.gwen]) {
      const answer = await (await app().as(person)).startEmulation({
        body: { organization_id: cast.organizations.ironHarbour },
      });
      expect(answer.status).toBe(403);
    }
    const sam = await app().as(cast.sam);
    const unknown = await sam.startEmulation({ body: { organization_id: newId() } });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'organization_not_found']);
  });

  test('tells the organization why, and when it was over', async () => {
    const { cast } = app();
    const sam = await app().as(cast.sam);
    const body = { organization_id: cast.organizations.ironHarbour, reason: ' The owner asked about invite codes ' };
    const { body: inside } = await sam.startEmulation({ body });
    await app().with(inside.access_token).stopEmulation();
    const olga = await app().as(cast.olga);
    const { results } = (await olga.listAuditLog({ query: { page_size: 2 } })).body;
    expect(results.map(({ sentence, emulating }) => [sentence, emulating])).toEqual([
      ['left your organization', true],
      ['opened your organization: “The owner asked about invite codes”', true],
    ]);
    const tooLong = await sam.startEmulation({ body: { ...body, reason: 'x'.repeat(201) } });
    expect(tooLong.error.details).toHaveProperty('reason');
  });

  test('works for a deactivated organization, whose own members stay locked out', async () => {
    const { cast, db } = app();
    const off = (is_active: boolean) =>
      db.updateTable('organizations').set({ is_active }).where('id', '=', cast.organizations.nightShift).execute();
    await off(false);
    const { inside } = await enter(cast.organizations.nightShift);
    expect((await inside.listSessions()).status).toBe(200);
    await off(true);
  });
});

describe('inside an organization', () => {
  test('a super admin cannot nest, use super admin calls, or reach another organization', async () => {
    const { cast } = app();
    const { inside } = await enter();
    for (const organization_id of Object.values(cast.organizations))
      expect((await inside.startEmulation({ body: { organization_id } })).status).toBe(403);
    expect((await inside.listSuperUsers()).status).toBe(403);
    expect((await inside.listDemos()).status).toBe(403);
    const { nightShift } = cast.organizations;
    expect((await inside.listAccessibleGyms({ query: { organization_id: nightShift } })).status).toBe(404);
    expect((await inside.listSessions({ query: { gym: cast.gyms.shoreditch } })).status).toBe(404);
  });

  test('personal features are unavailable', async () => {
    const { cast } = app();
    const { inside } = await enter();
    const answers = [
      await inside.changePassword({ body: { current_password: castPassword, new_password: 'something else' } }),
      await inside.deleteMe({ body: { password: castPassword } }),
      await inside.exportMyData(),
      await inside.resendVerification(),
      await inside.verifyEmailCode({ body: { code: '123456' } }),
      await inside.switchGym({ body: { gym_id: cast.gyms.barangaroo } }),
      await inside.completeOnboarding({
        body: { business_type: 'single', location_name: 'x', location_address: 'y', timezone: 'UTC' },
      }),
    ];
    for (const { status, error } of answers) expect([status, error.code]).toEqual([403, 'emulation_not_allowed']);
  });

  test("every write is logged under the super admin's name, with its request", async () => {
    const { cast, db } = app();
    const { inside } = await enter();
    const written = await inside.updateMe({
      body: { bio: 'runs the place' },
      headers: { 'x-request-id': 'a-write-inside' },
    });
    expect(written.status).toBe(200);
    await inside.updateMyPreferences({
      body: { notifications: { message: { push: false } } },
      headers: { 'x-request-id': 'another-write' },
    });
    const trail = await db.selectFrom('audit_log').selectAll().orderBy('created_at').orderBy('id').execute();
    const common = { actor_id: cast.sam.id, organization_id: cast.organizations.ironHarbour };
    expect(trail.filter(({ action }) => action === 'startEmulation').at(-1)).toMatchObject({
      ...common,
      emulating: false,
    });
    expect(trail.slice(-2)).toMatchObject([
      { ...common, emulating: true, action: 'updateMe', request_id: 'a-write-inside' },
      { ...common, emulating: true, action: 'updateMyPreferences', request_id: 'another-write' },
    ]);
  });

  test('failed writes and reads are not logged', async () => {
    const { db, cast } = app();
    const { inside } = await enter();
    const count = async () => (await db.selectFrom('audit_log').select('id').execute()).length;
    const before = await count();
    await inside.updateMe({ body: { default_gym_id: cast.gyms.barangaroo } });
    await inside.listSessions();
    await inside.getMe();
    expect(await count()).toBe(before);
  });
});

describe('leaving an organization', () => {
  test("ends the token at the next call, and keeps the super admin's own sign-in", async () => {
    const { sam, inside } = await enter();
    const { status, body } = await inside.stopEmulation();
    expect([status, body.is_emulating]).toEqual([200, false]);
    expect((await inside.getMe()).error.code).toBe('token_invalid');
    expect((await sam.getMe()).status).toBe(200);
    const again = await sam.stopEmulation();
    expect([again.status, again.error.code]).toEqual([409, 'not_emulating']);
  });

  test('happens automatically after an hour', async () => {
    const { db } = app();
    const { inside, body } = await enter();
    expect((await inside.getMe()).status).toBe(200);
    const id = await loginOf(body.access_token);
    await db.updateTable('logins').set({ expires_at: new Date() }).where('id', '=', id).execute();
    await expect.poll(async () => (await inside.getMe()).status).toBe(401);
  });

  test('is logged once, however it happens', async () => {
    const { cast, db } = app();
    const { ironHarbour, nightShift } = cast.organizations;
    const leaves = async (organization: string) => {
      const run = async () => {
        await enqueue(db, leaveEndedVisits, {});
        await app().runJobs();
      };
      await run();
      await run();
      const lines = await db
        .selectFrom('audit_log')
        .select(['actor_id', 'emulating', 'data'])
        .where('organization_id', '=', organization)
        .where('action', '=', 'stopEmulation')
        // Every call of a visit is noted too, and said better by this line.
        .where('target_type', '=', 'organization')
        .execute();
      await db.deleteFrom('audit_log').where('action', '=', 'stopEmulation').execute();
      return lines;
    };
    // Visits that other tests left open.
    await db.deleteFrom('logins').where('method', '=', 'emulation').execute();
    await leaves(ironHarbour);
    const line = { actor_id: cast.sam.id, emulating: true };
    const loginsOf = (token: string) => loginOf(token).then((id) => db.updateTable('logins').where('id', '=', id));

    const { body: expiring } = await enter();
    expect(await leaves(ironHarbour)).toEqual([]);
    await (await loginsOf(expiring.access_token)).set({ expires_at: sql`now() - interval '1 hour'` }).execute();
    // The clean-up may come first after a restart.
    await enqueue(db, cleanUp, {});
    await app().runJobs();
    expect(await leaves(ironHarbour)).toEqual([{ ...line, data: { expired: true } }]);

    const { inside } = await enter();
    await inside.stopEmulation();
    expect(await leaves(ironHarbour)).toEqual([{ ...line, data: {} }]);

    const { sam } = await enter(nightShift);
    await sam.deleteOrganization({ params: { id: nightShift }, query: { name: 'Night Shift Athletics' } });
    expect(await leaves(nightShift)).toEqual([{ ...line, data: {} }]);
    await sam.restoreOrganization({ params: { id: nightShift } });

    const sia = { ...cast.sam, id: newId() };
    const account = { id: sia.id, role: 'super_admin', email: 'sia@platform.example', first_name: 'Sia' };
    await db.insertInto('users').values(account).execute();
    await (await app().as(sia)).startEmulation({ body: { organization_id: ironHarbour } });
    expect((await sam.deleteSuperUser({ params: { id: sia.id } })).status).toBe(204);
    expect(await leaves(ironHarbour)).toEqual([{ ...line, actor_id: sia.id, data: {} }]);
  });

  test('happens at the next call when the super admin loses the role', async () => {
    const { cast, db } = app();
    const second = { ...cast.sam, id: newId() };
    await db
      .insertInto('users')
      .values({ id: second.id, role: 'super_admin', email: 'second@platform.example', first_name: 'Sia' })
      .execute();
    const sia = await app().as(second);
    const { body } = await sia.startEmulation({ body: { organization_id: cast.organizations.ironHarbour } });
    const inside = app().with(body.access_token);
    expect((await inside.listSessions()).status).toBe(200);
    await db.updateTable('users').set({ role: 'regular_user' }).where('id', '=', second.id).execute();
    await expect.poll(async () => (await inside.listSessions()).status).toBe(401);
    await expect.poll(async () => (await sia.listSuperUsers()).status).toBe(403);
  });

  test("happens when the super admin's account or the organization is deleted", async () => {
    const { cast, db } = app();
    const organization = newId();
    await db.insertInto('organizations').values({ id: organization, name: 'Short-lived' }).execute();
    const { inside } = await enter(organization);
    expect((await inside.getMe()).status).toBe(200);
    await db.deleteFrom('organizations').where('id', '=', organization).execute();
    await expect.poll(async () => (await inside.getMe()).status).toBe(401);
    expect((await (await app().as(cast.sam)).getMe()).status).toBe(200);
  });

  describe('happens with the sign-in it was started from', () => {
    /** A real sign-in of the super admin, and an emulation started from it. */
    async function enterFromSignIn() {
      const { body: own } = await app().visitor.login({
        body: { email: app().cast.sam.email, password: castPassword },
      });
      const outside = app().with(own.access_token);
      const { body } = await outside.startEmulation({
        body: { organization_id: app().cast.organizations.ironHarbour },
      });
      const inside = app().with(body.access_token);
      expect((await inside.listSessions()).status).toBe(200);
      const statuses = async () => [
        (await outside.getMe()).status,
        (await inside.listSessions()).status,
        (await app().visitor.refresh({ body: { refresh: own.refresh_token } })).status,
      ];
      return { own, outside, inside, statuses, loginId: await loginOf(own.access_token) };
    }

    test('when signing out while emulating', async () => {
      const { inside, statuses } = await enterFromSignIn();
      expect((await inside.logout({ body: {} })).status).toBe(204);
      expect(await statuses()).toEqual([401, 401, 401]);
    });

    test('when signing out with the refresh token alone', async () => {
      const { own, statuses } = await enterFromSignIn();
      await app().visitor.logout({ body: { refresh: own.refresh_token } });
      expect(await statuses()).toEqual([401, 401, 401]);
    });

    test('when it is ended elsewhere', async () => {
      const { statuses, loginId } = await enterFromSignIn();
      const sam = await app().as(app().cast.sam);
      expect((await sam.revokeMyLogin({ params: { id: loginId } })).status).toBe(204);
      expect(await statuses()).toEqual([401, 401, 401]);
      expect((await sam.getMe()).status).toBe(200);
    });

    test('when a replayed refresh token ends it', async () => {
      const { own, statuses } = await enterFromSignIn();
      const { body: second } = await app().visitor.refresh({ body: { refresh: own.refresh_token } });
      await app().visitor.refresh({ body: { refresh: second.refresh } });
      expect((await app().visitor.refresh({ body: { refresh: own.refresh_token } })).status).toBe(401);
      expect(await statuses()).toEqual([401, 401, 401]);
    });

    test('when it expires, and never outlasts it', async () => {
      const { db } = app();
      const { outside, inside, loginId } = await enterFromSignIn();
      const soon = new Date(Date.now() + 60_000);
      await db.updateTable('logins').set({ expires_at: soon }).where('id', '=', loginId).execute();
      const endOf = async (client: typeof inside) =>
        Date.parse((await client.getEmulationStatus()).body.expires_at ?? '');
      expect(await endOf(inside)).toBe(soon.getTime());
      const later = await outside.startEmulation({ body: { organization_id: app().cast.organizations.nightShift } });
      expect(await endOf(app().with(later.body.access_token))).toBe(soon.getTime());
      await db.updateTable('logins').set({ expires_at: new Date() }).where('id', '=', loginId).execute();
      await expect.poll(async () => (await inside.listSessions()).status).toBe(401);
    });

    test('when the password changes', async () => {
      const { outside, inside } = await enterFromSignIn();
      const change = (current_password: string, new_password: string) =>
        outside.changePassword({ body: { current_password, new_password } });
      expect((await change(castPassword, 'squat rack seven')).status).toBe(204);
      expect((await inside.listSessions()).status).toBe(401);
      expect((await outside.getMe()).status).toBe(200);
      await change('squat rack seven', castPassword);
    });

    test('when the account is deactivated', async () => {
      const { cast, db } = app();
      const { inside } = await enterFromSignIn();
      const set = (is_active: boolean) =>
        db.updateTable('users').set({ is_active }).where('id', '=', cast.sam.id).execute();
      // The platform keeps one super admin who is active.
      const stand = { id: newId(), role: 'super_admin', email: 'stand-in@platform.example', first_name: 'Uma' };
      await db.insertInto('users').values(stand).execute();
      await set(false);
      await expect.poll(async () => (await inside.listSessions()).status).toBe(401);
      await set(true);
    });
  });

  test('leaves no refreshable token', async () => {
    const { body } = await enter();
    expect(body).not.toHaveProperty('refresh_token');
    expect((await app().visitor.refresh({ body: { refresh: body.access_token } })).status).toBe(401);
    const rows = await app()
      .db.selectFrom('refresh_tokens')
      .select('login_id')
      .where('login_id', '=', await loginOf(body.access_token))
      .execute();
    expect(rows).toEqual([]);
  });
});
