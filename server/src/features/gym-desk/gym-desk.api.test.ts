import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addInviteCode } from '#testing/invites.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
const finn = () => app().as(app().cast.finn);
const organizationId = () => app().cast.organizations.ironHarbour;
const inDays = (days: number, utc: string) => new Date(`${dayFromNow(days, 'UTC')}T${utc}:00Z`);

let made = 0;
/** A new location that is open all day. */
async function open(more: { timezone?: string } = {}) {
  const { body, status } = await (await olga()).createGym({
    body: { name: `Place ${++made}`, address: '1 Quay Street', timezone: 'Australia/Sydney', ...more },
  });
  expect(status).toBe(201);
  await openDaily(app().db, { organizationId: organizationId(), gymId: body.id });
  return body;
}
const join = (gym_id: string, user_id: string, manages = false) =>
  app().db.insertInto('user_gyms').values({ organization_id: organizationId(), gym_id, user_id, manages }).execute();
const starts = async (id: string) =>
  await app()
    .db.selectFrom('sessions')
    .select(['starts_at', 'gym_id', 'status', 'cancel_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

beforeEach(async () => {
  await app().db.deleteFrom('sessions').execute();
});

describe('locations', () => {
  test('are created with hours, listed with figures for admins and without them for members', async () => {
    const gym = await open();
    const { db, cast } = app();
    await join(gym.id, cast.ana.id);
    await addSession(db, { gym: gym.id, host: cast.ana });
    const own = (await (await olga()).listGyms()).body.results.find(({ id }) => id === gym.id);
    expect(own).toMatchObject({ name: gym.name, phone: null, manage: { upcoming_sessions: 1, members_count: 0 } });
    const seen = (await (await app().as(cast.ana)).listGyms()).body.results.find(({ id }) => id === gym.id);
    expect(seen).toMatchObject({ address: '1 Quay Street', manage: null });
    const audited = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', gym.id)
      .execute();
    expect(audited).toEqual([{ action: 'gym.created', actor_id: cast.olga.id }]);
  });

  test('have names of their own, in any case and whoever asks first', async () => {
    const admin = await olga();
    const body = { name: 'Harbour Row', address: '1 Quay Street', timezone: 'Australia/Sydney' };
    const both = await Promise.all([admin.createGym({ body }), admin.createGym({ body })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    for (const name of ['HARBOUR ROW', 'Harbour  row']) {
      const late = await admin.createGym({ body: { ...body, name } });
      expect(late.error.details).toEqual({ name: ['You already have a location with this name'] });
    }
    const other = await open();
    const renamed = await admin.updateGym({ params: { id: other.id }, body: { name: 'harbour row' } });
    expect(renamed.error.details).toHaveProperty('name');
    // Another organization's names are no concern, and a gym may keep or respell its own.
    const [first] = both.filter(({ status }) => status === 201);
    const params = { id: first!.body.id };
    expect((await admin.updateGym({ params, body: { name: 'Harbour ROW' } })).status).toBe(200);
  });

  test('are changed once per version, and the second admin is told', async () => {
    const gym = await open();
    const admin = await olga();
    const params = { id: gym.id };
    const version = gym.manage!.version;
    const first = await admin.updateGym({
      params,
      body: { version, email: 'desk@gym.example', phone: '', name: 'Quay' },
    });
    expect(first.body).toMatchObject({ email: 'desk@gym.example', phone: null, name: 'Quay' });
    const second = await admin.updateGym({ params, body: { version, name: 'Wharf' } });
    expect(second.error).toMatchObject({ code: 'changed_meanwhile', current_version: first.body.manage?.version });
    expect((await admin.updateGym({ params, body: { name: '' } })).error.details).toHaveProperty('name');
    expect((await admin.updateGym({ params, body: { timezone: 'Mars/Base' } })).error.details).toHaveProperty(
      'timezone',
    );
  });

  test('belong to their managers alone; a gym admin neither creates, closes nor brands one', async () => {
    const { cast } = app();
    const gym = await open();
    const admin = await finn();
    expect((await admin.updateGym({ params: { id: cast.gyms.barangaroo }, body: { phone: '02 5550' } })).status).toBe(
      200,
    );
    for (const id of [gym.id, cast.gyms.shoreditch, newId()]) {
      const params = { id };
      expect((await admin.updateGym({ params, body: { name: 'Mine' } })).error.code).toBe('gym_not_found');
      expect((await admin.previewGymTimezone({ params, body: { timezone: 'UTC' } })).error.code).toBe('gym_not_found');
    }
    const body = { name: 'Mine', address: 'Here', timezone: 'UTC' };
    expect((await admin.createGym({ body })).error.code).toBe('access_denied');
    expect((await admin.deleteGym({ params: { id: cast.gyms.barangaroo } })).error.code).toBe('access_denied');
    const branded = await admin.updateGym({ params: { id: cast.gyms.barangaroo }, body: { theme_id: null } });
    expect(branded.error.code).toBe('access_denied');
    const stranger = await app().as(cast.nora);
    expect((await stranger.deleteGym({ params: { id: gym.id } })).error.code).toBe('gym_not_found');
    expect((await stranger.createGym({ body: { ...body, organization_id: organizationId() } })).error.code).toBe(
      'organization_not_found',
    );
  });

  test('may show a saved theme of their own to the members there', async () => {
    const { db, cast } = app();
    const theme = { organization_id: organizationId(), id: newId(), name: 'Night' };
    const config = JSON.stringify({ colors: { primary: '#123456' } });
    await db
      .insertInto('saved_themes')
      .values({ ...theme, config })
      .execute();
    const ana = await app().as(cast.ana);
    const params = { id: cast.gyms.barangaroo };
    const primary = async () => (await ana.getGymConfig()).body.theme.colors.primary;
    const before = await primary();
    const admin = await olga();
    expect((await admin.updateGym({ params, body: { theme_id: newId() } })).error.code).toBe('theme_not_found');
    await admin.updateGym({ params, body: { theme_id: theme.id } });
    expect([before, await primary()]).toEqual([expect.not.stringMatching('#123456'), '#123456']);
    const branding = async () => (await ana.getMe()).body.current_gym?.branding;
    expect(await branding()).toEqual({ primary: '#123456' });
    const whiteLabel = (white_label_enabled: boolean) =>
      db.updateTable('organizations').set({ white_label_enabled }).where('id', '=', organizationId()).execute();
    await whiteLabel(false);
    expect(await branding()).toEqual({});
    await whiteLabel(true);
    await db.deleteFrom('saved_themes').where('id', '=', theme.id).execute();
    expect([await primary(), await branding()]).toEqual([before, {}]);
  });
});

describe('another timezone', () => {
  test('keeps the time on the wall of sessions and series, shows what moves and tells the members', async () => {
    const { db, cast } = app();
    const gym = await open();
    await join(gym.id, cast.ben.id);
    const id = await addSession(db, { gym: gym.id, host: cast.olga, with: [cast.ben], starts_at: inDays(3, '04:00') });
    const admin = await olga();
    const params = { id: gym.id };
    const same = await admin.previewGymTimezone({ params, body: { timezone: 'Australia/Melbourne' } });
    expect(same.body.count).toBe(0);
    const { body: preview } = await admin.previewGymTimezone({ params, body: { timezone: 'Australia/Brisbane' } });
    const later = (await starts(id)).starts_at.getTime() + 3_600_000;
    // Sydney has daylight saving in the southern summer alone.
    const isSummer = preview.count === 1;
    if (isSummer) expect(preview.sessions[0]).toMatchObject({ id, moves_to: new Date(later).toISOString() });
    const { body: perth } = await admin.previewGymTimezone({ params, body: { timezone: 'Australia/Perth' } });
    expect(perth.count).toBe(1);
    const stale = await admin.updateGym({ params, body: { timezone: 'Australia/Perth', timezone_version: 'old' } });
    expect(stale.error).toMatchObject({ code: 'changed_meanwhile', current_version: perth.version });
    expect(stale.error.details).toHaveProperty('timezone');
    const changed = await admin.updateGym({
      params,
      body: { timezone: 'Australia/Perth', timezone_version: perth.version },
    });
    expect(changed.body.timezone).toBe('Australia/Perth');
    expect((await starts(id)).starts_at.toISOString()).toBe(new Date(perth.sessions[0]!.moves_to).toISOString());
    const notices = await db.selectFrom('notifications').select('kind').where('session_id', '=', id).execute();
    expect(notices).toEqual([{ kind: 'session_changed' }]);
  });

  test('that Node knows and the database does not is refused by name', async () => {
    const { db, cast } = app();
    const gym = await open();
    await addSession(db, { gym: gym.id, host: cast.olga, starts_at: inDays(3, '04:00') });
    const admin = await olga();
    const body = { timezone: 'AET' };
    for (const { status, error } of [
      await admin.previewGymTimezone({ params: { id: gym.id }, body }),
      await admin.updateGym({ params: { id: gym.id }, body }),
      await admin.createGym({ body: { ...body, name: 'East', address: '1 Quay' } }),
      await admin.updateMe({ body }),
    ])
      expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['timezone']]);
  });
});

describe('closing a location', () => {
  test('shows what it means, moves or cancels its sessions, and gives members another home', async () => {
    const { db, cast } = app();
    const [old, next] = [await open(), await open({ timezone: 'Australia/Perth' })];
    for (const { id } of [cast.ana, cast.ben]) await join(old.id, id);
    await join(old.id, cast.finn.id, true);
    await db
      .updateTable('users')
      .set({ default_gym_id: old.id, current_gym_id: old.id })
      .where('id', '=', cast.ben.id)
      .execute();
    const codeText = await addInviteCode(db, organizationId(), { gym_id: old.id });
    const stays = await addSession(db, {
      gym: old.id,
      host: cast.ana,
      with: [cast.ben],
      starts_at: inDays(2, '03:00'),
    });
    const ends = await addSession(db, { gym: old.id, host: cast.ana, starts_at: inDays(3, '03:00') });
    const admin = await olga();
    const params = { id: old.id };
    const { body } = await admin.getGymClosing({ params, query: { new_gym_id: next.id } });
    expect(body).toMatchObject({
      members_count: 1,
      gym_admins_count: 1,
      invite_codes_count: 1,
      sessions: { count: 2 },
    });
    expect(body.other_gyms.map(({ id }) => id)).toContain(next.id);
    // At the other gym it keeps its time on the wall.
    const [first] = body.sessions.results;
    const wall = (moment: string, timeZone: string) => new Date(moment).toLocaleTimeString('en-GB', { timeZone });
    expect(first?.new_timezone).toBe('Australia/Perth');
    expect(wall(first!.moves_to!, 'Australia/Perth')).toBe(wall(first!.starts_at, 'Australia/Sydney'));

    expect((await admin.deleteGym({ params })).error.details).toHaveProperty('new_gym_id');
    const undecided = await admin.deleteGym({ params, body: { new_gym_id: next.id } });
    expect(undecided.error.code).toBe('gym_has_sessions');
    const { version } = body.sessions;
    const without = { version, others: 'cancel' } as const;
    const silent = await admin.deleteGym({ params, body: { new_gym_id: next.id, sessions: without } });
    expect(silent.error.details).toHaveProperty('sessions.reason');
    const sessions = {
      version,
      choices: [{ session_id: stays, action: 'move' as const }],
      others: 'cancel' as const,
      reason: 'We are moving',
    };
    const stale = { ...sessions, version: 'old' };
    expect((await admin.deleteGym({ params, body: { new_gym_id: next.id, sessions: stale } })).error.code).toBe(
      'changed_meanwhile',
    );
    expect((await admin.deleteGym({ params, body: { new_gym_id: next.id, sessions } })).status).toBe(204);

    const moved = await starts(stays);
    expect(moved).toMatchObject({ gym_id: next.id, status: 'active' });
    expect(moved.starts_at.toISOString()).toBe(
      new Date(body.sessions.results.find(({ id }) => id === stays)!.moves_to!).toISOString(),
    );
    expect(await starts(ends)).toMatchObject({ status: 'cancelled', cancel_reason: 'We are moving' });
    const ben = (await (await app().as(cast.ben)).getMe()).body;
    expect([ben.default_gym?.id, ben.current_gym?.id]).toEqual([next.id, next.id]);
    expect(ben.accessible_gyms.map(({ id }) => id)).not.toContain(old.id);
    const code = await db.selectFrom('invite_codes').select('gym_id').where('code', '=', codeText).executeTakeFirst();
    expect(code).toEqual({ gym_id: next.id });
    expect((await admin.listGyms()).body.results.map(({ id }) => id)).not.toContain(old.id);
    expect((await (await finn()).updateGym({ params, body: { name: 'Again' } })).error.code).toBe('gym_not_found');
  });

  test('keeps the last one', async () => {
    const { cast } = app();
    const nora = await app().as(cast.nora);
    const params = { id: cast.gyms.shoreditch };
    expect((await nora.deleteGym({ params })).error.code).toBe('last_gym');
  });

  test('never leaves a session behind that is created in the same moment', async () => {
    const { db, cast } = app();
    const ana = await app().as(cast.ana);
    const admin = await olga();
    const target = await open();
    for (let round = 0; round < 6; round++) {
      const gym = await open();
      await join(gym.id, cast.ana.id);
      const body = {
        title: 'Late',
        workout_type: 'strength' as const,
        gym_id: gym.id,
        start_time: inDays(4, '02:00').toISOString(),
      };
      const [closed] = await Promise.all([
        admin.deleteGym({ params: { id: gym.id }, body: { new_gym_id: target.id } }),
        ana.createSession({ body }),
      ]);
      const left = await db.selectFrom('sessions').select('id').where('gym_id', '=', gym.id).execute();
      expect([closed.status, left.length]).toEqual(closed.status === 204 ? [204, 0] : [409, 1]);
    }
  });
});
