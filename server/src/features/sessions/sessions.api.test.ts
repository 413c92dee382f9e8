import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { statementsOf } from '#testing/databases/statements.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

beforeEach(() => app().db.deleteFrom('sessions').execute());

type Query = NonNullable<
  NonNullable<Parameters<Awaited<ReturnType<ReturnType<typeof app>['as']>>['listSessions']>[0]>['query']
>;

const listed = async (person: CastMember, query: Query = {}, headers: Record<string, string> = {}) => {
  const { status, body } = await (await app().as(person)).listSessions({ query, headers });
  expect(status).toBe(200);
  return body;
};
const titles = async (person: CastMember, query: Query = {}) =>
  (await listed(person, query)).results.map(({ title }) => title);
const add = (thing: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana, ...thing });

describe('the list of sessions', () => {
  test('shows upcoming sessions at accessible gyms, soonest first', async () => {
    const { cast } = app();
    await add({ title: 'later', in: 300 });
    await add({ title: 'soon', in: 30 });
    await add({ title: 'running', in: -30 });
    await add({ title: 'over', in: -90 });
    await add({ title: 'cancelled', in: 60, status: 'cancelled', cancelled_at: new Date() });
    await add({ title: 'elsewhere', gym: cast.gyms.fremantle, host: cast.olga });
    await add({ title: 'of others', gym: cast.gyms.shoreditch, host: cast.eve });
    expect(await titles(cast.ana)).toEqual(['running', 'soon', 'later']);
    expect(await titles(cast.olga)).toEqual(['running', 'soon', 'later', 'elsewhere']);
    expect(await titles(cast.eve)).toEqual(['of others']);
  });

  test("filters by part of the day in the gym's local time, and shows attendance", async () => {
    const { cast, db } = app();
    const at = (time: string) => ({
      in: Math.round((Date.parse(`2031-07-01T${time}:00+10:00`) - Date.now()) / 60_000),
    });
    await add({ title: 'dawn', ...at('06:00') });
    await add({ title: 'noon', ...at('12:30') });
    await add({ title: 'dusk', ...at('17:30') });
    for (const [part_of_day, title] of [
      ['morning', 'dawn'],
      ['afternoon', 'noon'],
      ['evening', 'dusk'],
    ] as const)
      expect(await titles(cast.ana, { part_of_day })).toEqual([title]);
    const came = () => listed(cast.ana).then(({ results }) => results.map(({ attended }) => attended));
    expect(await came()).toEqual([null, null, null]);
    await db.updateTable('session_participants').set({ attended: true }).where('user_id', '=', cast.ana.id).execute();
    expect(await came()).toEqual([true, true, true]);
  });

  test('leaves out inactive gyms', async () => {
    const { cast, db } = app();
    await add({ gym: cast.gyms.fremantle, host: cast.olga });
    expect(await titles(cast.olga)).toHaveLength(1);
    await db.updateTable('gyms').set({ is_active: false }).where('id', '=', cast.gyms.fremantle).execute();
    await expect.poll(() => titles(cast.olga)).toEqual([]);
    await db.updateTable('gyms').set({ is_active: true }).where('id', '=', cast.gyms.fremantle).execute();
  });

  test('treats an inaccessible gym like an unknown one', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    for (const gym of [cast.gyms.fremantle, cast.gyms.shoreditch, newId()])
      expect((await ana.listSessions({ query: { gym } })).error).toMatchObject({ code: 'gym_not_found' });
  });

  test('supports every filter', async () => {
    const { cast, db } = app();
    const organization_id = cast.organizations.ironHarbour;
    const series = newId();
    await db
      .insertInto('session_series')
      .values({
        organization_id,
        id: series,
        gym_id: cast.gyms.barangaroo,
        creator_id: cast.ben.id,
        rrule: 'FREQ=WEEKLY',
        timezone: 'Australia/Sydney',
        starts_local: '2031-01-01 18:00',
        workout_type: 'cardio',
        title: 'weekly run',
      })
      .execute();
    await add({ title: 'alpha', in: 60, workout_type: 'strength', description: '100% squats_and\\more' });
    await add({ title: 'bravo', in: 120, host: cast.ben, workout_type: 'cardio', with: [cast.ana] });
    await add({
      title: 'charlie',
      in: 180,
      host: cast.ben,
      workout_type: 'cardio',
      series_id: series,
      occurrence_on: '2031-01-01',
      fitness_level_min: 'advanced',
    });
    const delta = await add({
      title: 'delta',
      in: 240,
      host: cast.cleo,
      max_participants: 1,
      fitness_level_max: 'beginner',
    });
    await db
      .insertInto('session_waitlist')
      .values({ organization_id, id: newId(), session_id: delta, user_id: cast.ana.id })
      .execute();
    await add({ title: 'echo', in: 300, host: cast.olga, gym: cast.gyms.fremantle });

    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const asked: [Query, string[]][] = [
      [{ gym: cast.gyms.barangaroo }, ['alpha', 'bravo', 'charlie', 'delta']],
      [{ from: at(185) }, ['charlie', 'delta']],
      [{ to: at(130) }, ['alpha', 'bravo']],
      [{ from: at(125), to: at(185) }, ['bravo', 'charlie']],
      [{ workout_type: 'cardio' }, ['bravo', 'charlie']],
      [{ level: 'advanced' }, ['alpha', 'bravo', 'charlie']],
      [{ level: 'intermediate' }, ['alpha', 'bravo']],
      [{ level: 'beginner' }, ['alpha', 'bravo', 'delta']],
      [{ mine: true }, ['alpha', 'bravo']],
      [{ mine: false }, ['alpha', 'bravo', 'charlie', 'delta']],
      [{ joinable: true }, []],
      [{ waiting: true }, ['delta']],
      [{ host: cast.ben.id }, ['bravo', 'charlie']],
      [{ host: cast.ben.id, mine: true }, ['bravo']],
      [{ series }, ['charlie']],
      [{ text: 'ALPH' }, ['alpha']],
      [{ text: '%' }, ['alpha']],
      [{ text: '_' }, ['alpha']],
      [{ text: '\\' }, ['alpha']],
      [{ text: 'a%a' }, []],
      [{ text: "'; drop table sessions; --" }, []],
      [{ order: 'latest' }, ['delta', 'charlie', 'bravo', 'alpha']],
    ];
    for (const [query, expected] of asked) expect([query, await titles(cast.ana, query)]).toEqual([query, expected]);
    expect(await titles(cast.finn, { joinable: true })).toEqual(['alpha', 'bravo']);
  });

  test('searches the words of a bounded number of sessions', async () => {
    const { cast, pool } = app();
    const id = await add({ title: 'needle', in: 60 });
    await pool.query(
      `insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, starts_at, ends_at)
      select organization_id, gen_random_uuid(), gym_id, creator_id, workout_type, 'hay', starts_at - interval '1 minute', ends_at
      from sessions, generate_series(1, $2) where id = $1`,
      [id, sessionLimits.searched - 1],
    );
    expect(await titles(cast.ana, { text: 'needle' })).toEqual(['needle']);
    await add({ title: 'hay', in: 30 });
    expect(await titles(cast.ana, { text: 'needle' })).toEqual([]);
    expect(await titles(cast.ana, { text: 'needle', order: 'latest' })).toEqual(['needle']);
  });

  test('pages by number and by cursor without losing or repeating sessions', async () => {
    const { cast } = app();
    for (let minute = 0; minute < 7; minute++) await add({ title: `s${minute}`, in: 60 + Math.floor(minute / 2) });
    // Start times that differ only by microseconds, and equal ones.
    await app().pool.query(
      `update sessions set starts_at = starts_at + make_interval(secs => 0.000001 * substr(title, 2)::int),
        ends_at = ends_at + make_interval(secs => 0.000001 * substr(title, 2)::int) where title > 's2'`,
    );
    for (const order of ['soonest', 'latest'] as const) {
      const whole = await listed(cast.ana, { order });
      expect(whole).toMatchObject({ count: 7, next: null, previous: null });
      const ids = whole.results.map(({ id }) => id);
      expect(new Set(ids).size).toBe(7);

      const byCursor: string[] = [];
      const ana = await app().tokenFor(cast.ana);
      let next: string | null = `/api/v1/sessions/?page_size=2&order=${order}`;
      for (let turn = 0; next && turn < 10; turn++) {
        const page: { count: number; next: string | null; results: { id: string }[] } = (
          await app().http.inject({ url: next, headers: { authorization: `Bearer ${ana}` } })
        ).json();
        expect(page.count).toBe(7);
        byCursor.push(...page.results.map(({ id }) => id));
        next = page.next;
      }
      expect(byCursor).toEqual(ids);

      const second = await listed(cast.ana, { order, page: 2, page_size: 3 });
      expect(second.results.map(({ id }) => id)).toEqual(ids.slice(3, 6));
      expect(second.previous).toContain('page=1');
      const last = await listed(cast.ana, { order, page: 3, page_size: 3 });
      expect([last.results.length, last.next]).toEqual([1, null]);
      expect((await listed(cast.ana, { page: 9, page_size: 3 })).results).toEqual([]);
    }
  });
});

describe('blocked people', () => {
  test("do not see each other's sessions, nor each other among participants", async () => {
    const { cast } = app();
    await add({ title: 'by ana', in: 60, host: cast.ana, with: [cast.ben] });
    await add({ title: 'by dov', in: 120, host: cast.dov, with: [cast.cleo] });
    await add({ title: 'by ben', in: 180, host: cast.ben, with: [cast.ana, cast.dov, cast.cleo] });
    expect(await titles(cast.ana)).toEqual(['by ana', 'by ben']);
    expect(await titles(cast.dov)).toEqual(['by dov', 'by ben']);
    expect(await titles(cast.cleo)).toEqual(['by ana', 'by dov', 'by ben']);
    expect(await titles(cast.dov, { host: cast.ana.id })).toEqual([]);
    const seenBy = async (person: CastMember) =>
      (await listed(person)).results.at(-1)?.participants.map(({ first_name }) => first_name);
    expect(await seenBy(cast.ana)).toEqual(['Ben', 'Ana', 'Cleo']);
    expect(await seenBy(cast.dov)).toEqual(['Ben', 'Dov', 'Cleo']);
    expect(await seenBy(cast.cleo)).toEqual(['Ben', 'Ana', 'Dov', 'Cleo']);
  });
});

describe('the times of a session', () => {
  afterEach(() => app().db.updateTable('users').set({ timezone: null }).execute());

  test('keep their local hour at the gym when the clocks change', async () => {
    await add({ starts_at: new Date('2031-04-05T08:00:00Z') });
    await add({ starts_at: new Date('2031-04-06T09:00:00Z') });
    const { results } = await listed(app().cast.ana, { from: '2031-01-01T00:00:00Z' });
    expect(results.map(({ start_time }) => start_time)).toMatchObject([
      { utc: '2031-04-05T08:00:00.000Z', local: '2031-04-05T19:00:00+11:00', timezone: 'Australia/Sydney' },
      { utc: '2031-04-06T09:00:00.000Z', local: '2031-04-06T19:00:00+10:00', timezone: 'Australia/Sydney' },
    ]);
  });

  test('may span a clock change and keep their length', async () => {
    await add({ starts_at: new Date('2031-04-05T15:30:00Z') });
    const [session] = (await listed(app().cast.ana, { from: '2031-01-01T00:00:00Z' })).results;
    expect([session?.start_time.local, session?.end_time.local]).toEqual([
      '2031-04-06T02:30:00+11:00',
      '2031-04-06T02:30:00+10:00',
    ]);
    expect(session?.duration_minutes).toBe(60);
  });

  test("are in the reader's zone with X-Use-New-Timezone, including western and half-hour offsets", async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    await add({ starts_at: new Date('2031-01-10T02:00:00Z') });
    const local = async (headers: Record<string, string>) => {
      const [session] = (await listed(cast.ana, { from: '2031-01-01T00:00:00Z' }, headers)).results;
      return [session?.start_time.local, session?.start_time.timezone, session?.created_at.local.slice(-6)];
    };
    const atGym = ['2031-01-10T13:00:00+11:00', 'Australia/Sydney'];
    expect((await local({ 'x-use-new-timezone': 'true' })).slice(0, 2)).toEqual(atGym);
    await ana.updateMe({ body: { timezone: 'America/St_Johns' } });
    expect((await local({})).slice(0, 2)).toEqual(atGym);
    expect((await local({ 'x-use-new-timezone': 'false' })).slice(0, 2)).toEqual(atGym);
    const own = await local({ 'x-use-new-timezone': 'true' });
    expect(own.slice(0, 2)).toEqual(['2031-01-09T22:30:00-03:30', 'America/St_Johns']);
    expect(own[2]).toMatch(/^-0[23]:30$/);
  });

  test('include relative times in words', async () => {
    await add({ title: 'now', in: 0.3, minutes: 60 });
    await add({ in: 90.5 });
    await add({ in: 60 * 46 });
    await add({ in: 60 * 24 * 3 + 1 });
    const { results } = await listed(app().cast.ana);
    const words = results.map(({ start_time }) => start_time.relative);
    expect(words).toEqual(['now', 'in 1 hour', 'in 2 days', 'in 3 days']);
  });
});

describe('permissions on a session', () => {
  const seen = async (person: CastMember) => {
    const [session] = (await listed(person)).results;
    return session && { can_join: session.can_join, why: session.cannot_join_reason };
  };

  test('let a member join, or give the first reason against it', async () => {
    const { cast, db } = app();
    const free = { can_join: true, why: null };
    const against = (why: string) => ({ can_join: false, why });
    const cases: [Partial<Parameters<typeof addSession>[1]>, unknown][] = [
      [{}, free],
      [{ in: -5 }, against('session_started')],
      [{ with: [cast.cleo] }, against('already_joined')],
      [{ max_participants: 1 }, against('session_full')],
      [{ fitness_level_min: 'advanced' }, against('level_not_met')],
      [{ fitness_level_max: 'beginner' }, against('level_not_met')],
      [{ gender_preference: 'female' }, against('gender_not_met')],
      [{ max_participants: 1, fitness_level_min: 'advanced', gender_preference: 'male' }, against('session_full')],
      [{ in: -5, max_participants: 1 }, against('session_started')],
    ];
    for (const [thing, expected] of cases) {
      await db.deleteFrom('sessions').execute();
      await add(thing);
      expect([thing, await seen(cast.cleo)]).toEqual([thing, expected]);
    }
    await db.deleteFrom('sessions').execute();
    await add({ gender_preference: 'female' });
    await (await app().as(cast.cleo)).updateMe({ body: { gender: 'female' } });
    expect(await seen(cast.cleo)).toEqual(free);
    await (await app().as(cast.cleo)).updateMe({ body: { gender: null } });
  });

  test('do not count a held spot as free', async () => {
    const { cast, db } = app();
    const session = await add({ max_participants: 2 });
    await db
      .insertInto('session_waitlist')
      .values({
        organization_id: cast.organizations.ironHarbour,
        id: newId(),
        session_id: session,
        user_id: cast.ben.id,
        status: 'offered',
        offered_at: new Date(),
        offer_expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    expect(await seen(cast.cleo)).toEqual({ can_join: false, why: 'session_full' });
    expect((await listed(cast.cleo)).results[0]).toMatchObject({ available_spots: 0, waitlist_count: 1 });
    expect((await listed(cast.ben)).results[0]).toMatchObject({ is_waitlisted: true });
  });

  test("let the host and the gym's managers change and cancel it until it begins", async () => {
    const { cast } = app();
    const may = async (person: CastMember) =>
      (await listed(person)).results.map(({ can_edit, can_cancel }) => [can_edit, can_cancel]);
    await add({ in: -5 });
    await add({ in: 60 });
    const never = [false, false];
    for (const person of [cast.ana, cast.finn, cast.olga]) expect(await may(person)).toEqual([never, [true, true]]);
    for (const person of [cast.ben, cast.cleo]) expect(await may(person)).toEqual([never, never]);
  });

  test('show its link to its members only', async () => {
    const { cast } = app();
    await add();
    expect((await listed(cast.ana)).results[0]?.share_token).toMatch(/^\w{16,}$/);
    expect((await listed(cast.cleo)).results[0]?.share_token).toBeNull();
  });

  test('let a super admin inside the organization see it, but not join', async () => {
    const { cast } = app();
    await add();
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const [session] = (await inside.listSessions()).body.results;
    expect(session).toMatchObject({ can_join: false, can_edit: true, is_participant: false, share_token: null });
    expect((await inside.listSessions({ query: { joinable: true } })).body.results).toEqual([]);
  });
});

describe('hot reads', () => {
  afterEach(() => vi.restoreAllMocks());

  test('cost one statement each, at any size', async () => {
    const { cast, db } = app();
    const organization_id = cast.organizations.ironHarbour;
    const crowd = Array.from({ length: 10 }, (_, index) => ({ id: newId(), index }));
    await db
      .insertInto('users')
      .values(
        crowd.map(({ id, index }) => ({
          id,
          organization_id,
          email: `crowd${index}@ironharbour.example`,
          first_name: `Crowd ${index}`,
          personal_share_code: `crowd-${index}`,
        })),
      )
      .execute();
    const people = crowd.slice(1).map(({ id }) => ({ ...cast.ben, id }));
    for (let hour = 1; hour <= 30; hour++) await add({ in: hour * 60, with: people });

    const ana = await app().as(cast.ana);
    await ana.getMe();
    const statements = async (call: () => Promise<{ status: number }>) =>
      (await statementsOf(async () => expect((await call()).status).toBe(200))).length;
    expect(await statements(() => ana.listSessions())).toBe(1);
    expect(await statements(() => ana.getMe())).toBe(1);
    expect(await statements(() => ana.getUnreadCount())).toBe(1);
    const { results } = (await ana.listSessions()).body;
    expect([results.length, results.flatMap(({ participants }) => participants).length]).toEqual([30, 30 * 6]);
  });
});
