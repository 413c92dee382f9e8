import { figureExplanations } from '@spotter/contract/desk/analytics-words.ts';
import { dayAt } from '@spotter/contract/wall-clock.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import { addSession } from '#testing/test-data.ts';
import { refreshFigures } from './rollup.jobs.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
const finn = () => app().as(app().cast.finn);

async function refresh() {
  await enqueue(app().db, refreshFigures, {});
  await app().runJobs();
}

/** Two sessions in March at Barangaroo, and one at Fremantle. */
beforeAll(async () => {
  const { db, cast } = app();
  const { barangaroo, fremantle } = cast.gyms;
  const { ana, ben, cleo } = cast;
  const evening = await addSession(db, {
    gym: barangaroo,
    host: ana,
    with: [ben],
    max_participants: 4,
    starts_at: new Date('2026-03-10T08:00:00Z'),
  });
  await addSession(db, {
    gym: barangaroo,
    host: ana,
    with: [cleo],
    max_participants: 4,
    workout_type: 'cardio',
    starts_at: new Date('2026-03-10T14:00:00Z'),
  });
  await addSession(db, { gym: fremantle, host: ana, max_participants: 2, starts_at: new Date('2026-03-10T14:00:00Z') });
  await db
    .updateTable('session_participants')
    .set({ attended: sql`user_id = ${ana.id}` })
    .where('session_id', '=', evening)
    .execute();
  await refresh();
});

const march = { from: '2026-03-01', to: '2026-03-31' };

describe('the dashboard', () => {
  test('counts by the clock of each location, and says what it counts', async () => {
    const { cast } = app();
    const { body } = await (await olga()).getOrganizationDashboard({ query: march });
    expect(body.period).toEqual({ ...march, timezone: 'Australia/Sydney' });
    expect(body.figures.active_members).toEqual({
      value: 2,
      previous: 0,
      change_percent: null,
      explanation: figureExplanations.active_members,
    });
    expect(body.figures.sessions.value).toBe(3);
    expect(body.figures.joins.value).toBe(5);
    expect(body.figures.fill_rate.value).toBe(50);
    expect(body.figures.attendance_rate.value).toBe(50);
    // 7 pm and 1 am in Sydney, 10 pm in Perth.
    expect(body.popular_times).toEqual([
      { weekday: 1, hour: 19, sessions: 1, joins: 2 },
      { weekday: 1, hour: 22, sessions: 1, joins: 1 },
      { weekday: 2, hour: 1, sessions: 1, joins: 2 },
    ]);
    expect(body.workout_types).toEqual([
      { workout_type: 'strength', sessions: 2, joins: 3, share: 66.7 },
      { workout_type: 'cardio', sessions: 1, joins: 2, share: 33.3 },
    ]);
    expect(body.trend).toHaveLength(31);
    expect(body.trend[9]).toEqual({
      ...{ day: '2026-03-10', sessions: 2, joins: 3, active_members: 1, new_members: 0 },
      ...{ spots: 6, confirmed: 2, attended: 1 },
    });
    // As many days as the period, up to the day before it.
    expect(body.previous_trend.map(({ day }) => day)).toEqual([
      ...Array.from({ length: 3 }, (_, index) => `2026-01-${29 + index}`),
      ...Array.from({ length: 28 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`),
    ]);
    const sessions = body.gyms.map(({ gym, figures }) => [gym.id, figures.sessions.value]);
    expect(Object.fromEntries(sessions)).toEqual({ [cast.gyms.barangaroo]: 2, [cast.gyms.fremantle]: 1 });
  });

  test('opens the people behind each figure, who add up to it', async () => {
    const { cast } = app();
    const people = async (
      figure: 'active_members' | 'sessions' | 'joins' | 'new_members' | 'attendance_rate',
      by = olga,
    ) =>
      (await (await by()).listFigurePeople({ query: { ...march, figure } })).body.results.map(
        ({ person, count, total }) => [person.first_name, count, total],
      );
    expect(await people('active_members')).toEqual([
      ['Ana', 3, null],
      ['Cleo', 1, null],
    ]);
    expect(await people('sessions')).toEqual([['Ana', 3, null]]);
    expect((await people('joins')).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(5);
    expect(await people('attendance_rate')).toEqual([
      ['Ana', 1, 1],
      ['Ben', 0, 1],
    ]);
    expect(await people('new_members')).toEqual([]);
    // A location admin counts their own locations only.
    expect(await people('active_members', finn)).toEqual([
      ['Ana', 2, null],
      ['Cleo', 1, null],
    ]);
    const { body } = await (await olga()).getAnalyticsSummary({ query: { range: '7d' } });
    const joined = await (await olga()).listFigurePeople({
      query: { range: '7d', figure: 'new_members', page_size: 2 },
    });
    expect([joined.body.count, joined.body.results.length]).toEqual([body.figures.new_members.value, 2]);
    expect(joined.body.results[0]?.joined_at).not.toBeNull();
    const refused = await (await finn()).listFigurePeople({
      query: { figure: 'sessions', gym_id: cast.gyms.fremantle },
    });
    expect(refused.error.code).toBe('gym_not_found');
  });

  test('opens the people behind an hour of the week and a workout type', async () => {
    const client = await olga();
    const { body } = await client.getDashboard({ query: march });
    const spots = async (only: { workout_type?: 'cardio' | 'strength'; weekday?: number; hour?: number }) =>
      (await client.listFigurePeople({ query: { ...march, figure: 'joins', ...only } })).body.results.reduce(
        (sum, { count }) => sum + count,
        0,
      );
    for (const { weekday, hour, joins } of body.popular_times) expect(await spots({ weekday, hour })).toBe(joins);
    for (const { workout_type, joins } of body.workout_types)
      expect(await spots({ workout_type: workout_type as 'cardio' })).toBe(joins);
    expect(await spots({ weekday: 1, hour: 1 })).toBe(0);
  });

  test('leaves locations out of periods before they opened and after they closed, and marks a closed one', async () => {
    const { cast, db } = app();
    const id = newId();
    const organization_id = cast.organizations.ironHarbour;
    await db
      .insertInto('gyms')
      .values({ id, organization_id, name: 'Pop-up', timezone: 'Australia/Sydney', created_at: '2026-05-10T00:00:00Z' })
      .execute();
    await db.updateTable('gyms').set({ is_active: false }).where('id', '=', id).execute();
    await db.updateTable('gyms').set({ closed_at: '2026-07-20T00:00:00Z' }).where('id', '=', id).execute();
    const found = async (month: string) => {
      const query = { from: `2026-${month}-01`, to: `2026-${month}-28` };
      const { gyms } = (await (await olga()).getOrganizationDashboard({ query })).body;
      return gyms.find(({ gym }) => gym.id === id)?.gym;
    };
    const popUp = { id, name: 'Pop-up', closed_on: '2026-07-20' };
    expect([await found('04'), await found('05'), await found('07'), await found('08')]).toEqual([
      undefined,
      popUp,
      popUp,
      undefined,
    ]);
    await db.deleteFrom('gyms').where('id', '=', id).execute();
  });

  test('compares with the period before, which is as long', async () => {
    const { body } = await (await olga()).getAnalyticsSummary({ query: { from: '2026-03-11', to: '2026-03-11' } });
    expect(body.figures.sessions).toMatchObject({ value: 1, previous: 2, change_percent: -50 });
    expect(body.figures.attendance_rate).toMatchObject({ value: null, previous: 50, change_percent: null });
  });

  test.each([
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
    ['12m', 365],
  ] as const)('the range %s ends today at the location', async (range, length) => {
    const { body } = await (await olga()).getTrends({ query: { range } });
    const today = dayAt(Date.now(), 'Australia/Sydney');
    expect(body.period.to).toBe(today);
    expect(body.results.at(-1)?.day).toBe(today);
    // A leap year has a day more.
    expect([length, length + Number(range === '12m')]).toContain(body.results.length);
  });

  test('counts a person who joined two locations once, on the first day', async () => {
    const { db, cast } = app();
    const id = newId();
    const organization_id = cast.organizations.ironHarbour;
    await db.insertInto('users').values({ id, organization_id, email: 'new@gym.example', first_name: 'New' }).execute();
    const at = (day: string, gym_id: string) => ({
      organization_id,
      user_id: id,
      gym_id,
      created_at: `${day}T02:00:00Z`,
    });
    await db
      .insertInto('user_gyms')
      .values([at('2026-05-04', cast.gyms.barangaroo), at('2026-05-06', cast.gyms.fremantle)])
      .execute();
    await refresh();
    const client = await olga();
    const query = { from: '2026-05-01', to: '2026-05-31' };
    const { body } = await client.getOrganizationDashboard({ query });
    expect(body.figures.new_members.value).toBe(1);
    expect(body.trend.filter(({ new_members }) => new_members > 0).map(({ day }) => day)).toEqual(['2026-05-04']);
    expect(body.gyms.map(({ figures }) => figures.new_members.value)).toEqual([1, 1]);
    const { cohorts } = (await client.getRetention({ query })).body;
    expect(cohorts.find(({ week }) => week === '2026-05-04')).toMatchObject({
      members: 1,
      active_by_week: [0, 0, 0, 0],
    });
  });

  test('opens the people behind a cell of retention, who add up to it', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const id = newId();
    await db
      .insertInto('users')
      .values({ id, organization_id, email: 'july@gym.example', first_name: 'July' })
      .execute();
    const gym_id = cast.gyms.barangaroo;
    await db
      .insertInto('user_gyms')
      .values({ organization_id, user_id: id, gym_id, created_at: '2026-07-07T02:00:00Z' })
      .execute();
    await addSession(db, {
      gym: gym_id,
      host: cast.ana,
      with: [{ ...cast.ben, id }],
      starts_at: new Date('2026-07-15T04:00:00Z'),
    });
    await refresh();
    const client = await olga();
    const { cohorts } = (await client.getRetention({ query: { from: '2026-07-06', to: '2026-07-26' } })).body;
    expect(cohorts[0]).toMatchObject({ week: '2026-07-06', members: 1, active_by_week: [0, 1, 0] });
    const joined = { joined_from: '2026-07-06', joined_to: '2026-07-12' };
    const trained = async (from: string, to: string) =>
      (await client.listFigurePeople({ query: { figure: 'active_members', from, to, ...joined } })).body.results.map(
        ({ person }) => person.first_name,
      );
    expect(await trained('2026-07-13', '2026-07-19')).toEqual(['July']);
    expect(await trained('2026-07-20', '2026-07-26')).toEqual([]);
    const half = { figure: 'active_members' as const, joined_from: joined.joined_from };
    expect((await client.listFigurePeople({ query: half })).error.details).toHaveProperty('joined_to');
  });

  test('a new organization learns what is left to set up', async () => {
    const { cast } = app();
    const { body } = await (await app().as(cast.nora)).getDashboard({ query: { range: '7d' } });
    expect(body.figures.sessions.value).toBe(0);
    expect(body.setup).toMatchObject({ has_brand: false, has_sessions: false });
  });

  test('hours count as set once somebody saved them, also those a new location begins with', async () => {
    const { cast, db } = app();
    const { nightShift: id } = cast.organizations;
    const owner = await app().as(cast.nora);
    const hasHours = async () => (await owner.getDashboard({ query: { range: '7d' } })).body.setup.has_hours;
    expect(await hasHours()).toBe(false);
    // Other deeds that only mention hours.
    const about = { organization_id: id, action: 'schedule_hours_exported', target_type: 'gym', request_id: 'test' };
    await db
      .insertInto('audit_log')
      .values({ ...about, id: newId() })
      .execute();
    expect(await hasHours()).toBe(false);
    const { body: hours } = await owner.listOperatingHours({ params: { id } });
    const gym_ids = [cast.gyms.shoreditch];
    const same = hours.results.map(({ weekday, opens, closes }) => ({ weekday, opens, closes }));
    await owner.setOperatingHours({ params: { id }, body: { gym_ids, hours: same } });
    expect(await hasHours()).toBe(true);
  });
});

describe('days that change', () => {
  test('a cancelled, moved or late confirmed session is counted again', async () => {
    const { db, cast } = app();
    const client = await olga();
    const on = async (day: string) => (await client.getTrends({ query: { from: day, to: day } })).body.results[0];
    const id = await addSession(db, {
      gym: cast.gyms.fremantle,
      host: cast.ana,
      with: [cast.ben],
      starts_at: new Date('2026-06-01T04:00:00Z'),
    });
    await refresh();
    expect(await on('2026-06-01')).toMatchObject({ sessions: 1, joins: 2, active_members: 2 });
    const starts_at = new Date('2026-06-03T04:00:00Z');
    const ends_at = new Date('2026-06-03T05:00:00Z');
    await db.updateTable('sessions').set({ starts_at, ends_at }).where('id', '=', id).execute();
    await db
      .updateTable('session_participants')
      .set({ attended: false })
      .where('session_id', '=', id)
      .where('user_id', '=', cast.ben.id)
      .execute();
    await refresh();
    expect(await on('2026-06-01')).toMatchObject({ sessions: 0, joins: 0, active_members: 0 });
    expect(await on('2026-06-03')).toMatchObject({ sessions: 1, joins: 2, active_members: 1 });
    await db
      .updateTable('sessions')
      .set({ status: 'cancelled', cancelled_at: new Date() })
      .where('id', '=', id)
      .execute();
    await refresh();
    expect(await on('2026-06-03')).toMatchObject({ sessions: 0, joins: 0, active_members: 0 });
  });

  test('a location with another time zone is counted anew', async () => {
    const { db, cast } = app();
    const client = await app().as(cast.nora);
    const gym = cast.gyms.shoreditch;
    await addSession(db, { gym, host: cast.eve, starts_at: new Date('2026-02-03T23:30:00Z') });
    const days = async () =>
      (await client.getTrends({ query: { from: '2026-02-01', to: '2026-02-07' } })).body.results
        .filter(({ sessions }) => sessions > 0)
        .map(({ day }) => day);
    await refresh();
    expect(await days()).toEqual(['2026-02-03']);
    await db.updateTable('gyms').set({ timezone: 'Asia/Tokyo' }).where('id', '=', gym).execute();
    await refresh();
    expect(await days()).toEqual(['2026-02-04']);
  });

  test('a mark is used up, also when its organization is gone', async () => {
    const { db } = app();
    await db.insertInto('analytics_changes').values({ organization_id: newId(), gym_id: newId() }).execute();
    await refresh();
    expect(await db.selectFrom('analytics_changes').selectAll().execute()).toEqual([]);
  });
});

describe('who sees which figures', () => {
  test('a gym admin sees their locations alone', async () => {
    const { cast } = app();
    const admin = await finn();
    const { body } = await admin.getOrganizationDashboard({ query: march });
    expect(body.gyms.map(({ gym }) => gym.id)).toEqual([cast.gyms.barangaroo]);
    expect(body.figures.sessions.value).toBe(2);
    const other = await admin.getGymDashboard({ query: { ...march, gym_id: cast.gyms.fremantle } });
    expect(other.error.code).toBe('gym_not_found');
    const unknown = await admin.getGymDashboard({ query: { ...march, gym_id: newId() } });
    expect(unknown.error).toEqual({ ...other.error, request_id: unknown.error.request_id });
  });

  test("another organization answers like one that doesn't exist", async () => {
    const { cast } = app();
    const client = await olga();
    for (const organization_id of [cast.organizations.nightShift, newId()])
      expect((await client.getDashboard({ query: { organization_id } })).error.code).toBe('organization_not_found');
    const { error } = await client.getTrends({ query: { gym_id: cast.gyms.shoreditch } });
    expect(error.code).toBe('gym_not_found');
  });

  test('members and visitors see nothing', async () => {
    const { cast, visitor } = app();
    expect((await (await app().as(cast.ana)).getDashboard()).status).toBe(403);
    expect((await visitor.getDashboard()).status).toBe(401);
    expect((await (await app().as(cast.sam)).getDashboard()).error.code).toBe('organization_required');
    const emulating = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await emulating.getAnalyticsSummary({ query: march })).body.figures.sessions.value).toBe(3);
  });

  test.each([
    [{ from: 'soon' }, 'from'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'to'],
    [{ from: '2001-01-01' }, 'from'],
    [{ range: '2d' }, 'range'],
    [{ gym_id: 'x' }, 'gym_id'],
    [{ to: '1999-12-31' }, 'to'],
  ])('refuses %j and names the field', async (query, field) => {
    const { status, error } = await (await olga()).getDashboard({ query: query as { from: string } });
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]]);
  });

  test('ends on the first and begins on the last day that can be asked for', async () => {
    const admin = await olga();
    for (const query of [{ to: '2000-01-01' }, { from: '2100-12-31' }] as const) {
      expect((await admin.getDashboard({ query })).status).toBe(200);
      expect((await admin.getRetention({ query })).status).toBe(200);
    }
  });
});
