import { connect } from 'node:net';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import type { Client } from '#testing/client.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';

const app = useTestApp();

type Body = Parameters<Client['createSession']>[0]['body'];

const here = () => ({ organizationId: app().cast.organizations.ironHarbour, gymId: app().cast.gyms.barangaroo });
const usual = (): Body => ({ title: 'Leg day', workout_type: 'strength', start_time: `${dayFromNow(3)}T18:00` });
const make = async (body: Partial<Body> = {}, person: CastMember = app().cast.ana, headers = {}) =>
  (await app().as(person)).createSession({ body: { ...usual(), ...body }, headers });
const made = async (body: Partial<Body> = {}, person?: CastMember) => {
  const { status, body: session, error } = await make(body, person);
  expect([status, error.code]).toEqual([201, undefined]);
  return session;
};
const howMany = async () => (await app().db.selectFrom('sessions').select('id').execute()).length;

/** The next day on which Sydney's clocks go forward (October) or back (April): the first Sunday of the month. */
function nextChange(month: 10 | 4): string {
  const today = Temporal.PlainDate.from(dayFromNow(1));
  const sundayIn = (year: number) => {
    const first = Temporal.PlainDate.from({ year, month, day: 1 });
    return first.add({ days: (7 - first.dayOfWeek) % 7 });
  };
  const thisYear = sundayIn(today.year);
  return `${Temporal.PlainDate.compare(thisYear, today) > 0 ? thisYear : sundayIn(today.year + 1)}`;
}

beforeEach(async () => {
  const { db } = app();
  for (const table of ['sessions', 'notifications', 'live_events', 'session_types'] as const)
    await db.deleteFrom(table).execute();
  await openDaily(db, { ...here(), opens: '06:00', closes: '22:00' });
});

const addType = async (type: { kind: string; is_active?: boolean; organization_id?: string }) => {
  const id = newId();
  const organization_id = here().organizationId;
  await app()
    .db.insertInto('session_types')
    .values({ organization_id, id, name: 'Powerlifting', ...type })
    .execute();
  return id;
};

describe('creating a session', () => {
  test('needs a title, a training and a time, applies defaults, and adds its host', async () => {
    const { cast } = app();
    const session = await made();
    expect(session).toMatchObject({
      title: 'Leg day',
      description: '',
      duration_minutes: 60,
      max_participants: 10,
      current_participants: 1,
      available_spots: 9,
      fitness_level_min: 'beginner',
      fitness_level_max: 'advanced',
      gender_preference: 'any',
      creator: { id: cast.ana.id },
      participants: [{ id: cast.ana.id }],
      gym: { id: cast.gyms.barangaroo },
      is_participant: true,
      can_edit: true,
      can_cancel: true,
      series: null,
    });
    expect(session.start_time.local).toMatch(new RegExp(`^${dayFromNow(3)}T18:00:00\\+1[01]:00$`));
    expect(session.share_token).toMatch(/^[\w-]{22}$/);
    expect((await (await app().as(cast.cleo)).getSession({ params: { id: session.id } })).status).toBe(200);
  });

  test('accepts every field', async () => {
    const { cast } = app();
    const session_type_id = await addType({ kind: 'cardio' });
    const said = {
      description: 'Bring water.\nAnd a towel.',
      workout_type: 'cardio',
      max_participants: 3,
      fitness_level_min: 'intermediate',
      fitness_level_max: 'intermediate',
      gender_preference: 'female',
    } as const;
    const end_time = `${dayFromNow(3)}T19:45`;
    const session = await made({
      ...said,
      gym_id: cast.gyms.barangaroo,
      session_type_id,
      end_time,
      duration_minutes: 30,
    });
    expect(session).toMatchObject({ ...said, duration_minutes: 105, session_type: { id: session_type_id } });
  });

  test('is announced to members with access to the gym, except across a block', async () => {
    const { cast, db } = app();
    const session = await made();
    const events = await db.selectFrom('live_events').selectAll().where('type', '=', 'session.created').execute();
    expect(events).toMatchObject([
      {
        gym_id: cast.gyms.barangaroo,
        except_ids: [cast.dov.id],
        data: { session_id: session.id, creator_id: cast.ana.id, start_time: session.start_time.utc },
      },
    ]);
  });

  test("uses the member's only gym when none is selected", async () => {
    const { cast, db } = app();
    const current = (current_gym_id: string | null) =>
      db.updateTable('users').set({ current_gym_id }).where('id', '=', cast.ben.id).execute();
    await current(null);
    expect((await made({}, cast.ben)).gym.id).toBe(cast.gyms.barangaroo);
    await current(cast.gyms.barangaroo);
  });

  test('notifies invited members', async () => {
    const { cast, db } = app();
    const { id } = await made({ invited_user_ids: [cast.ben.id, cast.cleo.id, cast.ana.id] });
    const invites = await db.selectFrom('session_invites').select(['session_id', 'user_id', 'invited_by']).execute();
    const expected = [cast.ben.id, cast.cleo.id].map((user_id) => ({
      session_id: id,
      user_id,
      invited_by: cast.ana.id,
    }));
    expect(invites).toHaveLength(2);
    expect(invites).toEqual(expect.arrayContaining(expected));
    const [told] = (await (await app().as(cast.ben)).listNotifications()).body.results;
    expect(told).toMatchObject({ title: 'Ana invited you to Leg day', session_id: id });
  });

  test('is refused to a super admin inside the organization, and to demo visitors elsewhere', async () => {
    const { cast } = app();
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const body = { ...usual(), gym_id: cast.gyms.barangaroo };
    expect((await inside.createSession({ body })).error.code).toBe('emulation_not_allowed');
    expect((await make({ gym_id: cast.gyms.barangaroo }, cast.demi)).error.code).toBe('gym_not_found');
  });
});

describe('the start time', () => {
  test('is an instant, or local time at the gym', async () => {
    const moment = (await made()).start_time.utc;
    expect((await made({ start_time: moment })).start_time.utc).toBe(moment);
    const elsewhere = Temporal.Instant.from(moment)
      .toZonedDateTimeISO('America/New_York')
      .toString({ timeZoneName: 'never' });
    expect((await made({ start_time: elsewhere })).start_time.utc).toBe(moment);
  });

  test('uses the first of an ambiguous local time, and rejects a skipped one', async () => {
    await openDaily(app().db, here());
    const back = nextChange(4);
    const twice = await made({ start_time: `${back}T02:30` });
    expect(twice.start_time).toMatchObject({ local: `${back}T02:30:00+11:00`, timezone: 'Australia/Sydney' });
    const { status, error } = await make({ start_time: `${nextChange(10)}T02:30` });
    expect([status, error.code, error.details]).toEqual([
      400,
      'time_does_not_exist',
      { start_time: ['That time does not exist on this day because the clocks change.'] },
    ]);
    const end = await make({ start_time: `${nextChange(10)}T01:30`, end_time: `${nextChange(10)}T02:30` });
    expect([end.error.code, Object.keys(end.error.details ?? {})]).toEqual(['time_does_not_exist', ['end_time']]);
  });

  test('keeps the length across a clock change', async () => {
    await openDaily(app().db, here());
    const day = nextChange(10);
    const session = await made({ start_time: `${day}T01:30`, end_time: `${day}T03:30` });
    expect([session.duration_minutes, session.end_time.local]).toEqual([60, `${day}T03:30:00+11:00`]);
  });
});

describe('invalid requests', () => {
  const on = (days: number, time: string) => `${dayFromNow(days)}T${time}`;
  const refusals: [string, () => Partial<Body> | Promise<Partial<Body>>, number, string, string][] = [
    ['a time in the past', () => ({ start_time: on(-1, '18:00') }), 400, 'session_in_past', 'start_time'],
    ['the current time', () => ({ start_time: new Date().toISOString() }), 400, 'session_in_past', 'start_time'],
    ['before opening', () => ({ start_time: on(3, '05:30') }), 400, 'gym_closed', 'start_time'],
    ['beyond closing', () => ({ start_time: on(3, '21:30') }), 400, 'gym_closed', 'start_time'],
    ['a day that does not exist', () => ({ start_time: '2027-02-31T18:00' }), 400, 'validation_failed', 'start_time'],
    ['no time at all', () => ({ start_time: 'tomorrow' }), 400, 'validation_failed', 'start_time'],
    ['an end before the start', () => ({ end_time: on(3, '17:00') }), 400, 'validation_failed', 'end_time'],
    ['an end at the start', () => ({ end_time: on(3, '18:00:00') }), 400, 'validation_failed', 'end_time'],
    ['an end soon after', () => ({ end_time: on(3, '18:09') }), 400, 'validation_failed', 'end_time'],
    ['an end far off', () => ({ end_time: on(4, '18:00') }), 400, 'validation_failed', 'end_time'],
    [
      'an end instant before a local start',
      () => ({ end_time: new Date(Date.now() + 86_400_000).toISOString() }),
      400,
      'validation_failed',
      'end_time',
    ],
    ['five minutes', () => ({ duration_minutes: 5 }), 400, 'validation_failed', 'duration_minutes'],
    ['a day long', () => ({ duration_minutes: 1440 }), 400, 'validation_failed', 'duration_minutes'],
    ['0 spots', () => ({ max_participants: 0 }), 400, 'validation_failed', 'max_participants'],
    ['10,000 spots', () => ({ max_participants: 10_000 }), 400, 'validation_failed', 'max_participants'],
    ['half a spot', () => ({ max_participants: 2.5 }), 400, 'validation_failed', 'max_participants'],
    [
      'levels the wrong way round',
      () => ({ fitness_level_min: 'advanced', fitness_level_max: 'beginner' }),
      400,
      'validation_failed',
      'fitness_level_max',
    ],
    ['no title', () => ({ title: '  ' }), 400, 'validation_failed', 'title'],
    ['a title too long', () => ({ title: 'x'.repeat(121) }), 400, 'validation_failed', 'title'],
    ["another organization's gym", () => ({ gym_id: app().cast.gyms.shoreditch }), 404, 'gym_not_found', 'gym_id'],
    ['a gym one cannot access', () => ({ gym_id: app().cast.gyms.fremantle }), 404, 'gym_not_found', 'gym_id'],
    ['a gym that is none', () => ({ gym_id: newId() }), 404, 'gym_not_found', 'gym_id'],
    ['a type that is none', () => ({ session_type_id: newId() }), 400, 'validation_failed', 'session_type_id'],
    [
      'a type of another kind',
      async () => ({ session_type_id: await addType({ kind: 'cardio' }) }),
      400,
      'validation_failed',
      'session_type_id',
    ],
    [
      'a type no longer in use',
      async () => ({ session_type_id: await addType({ kind: 'strength', is_active: false }) }),
      400,
      'validation_failed',
      'session_type_id',
    ],
    [
      "another organization's type",
      async () => ({
        session_type_id: await addType({ kind: 'strength', organization_id: app().cast.organizations.nightShift }),
      }),
      400,
      'validation_failed',
      'session_type_id',
    ],
    ['inviting nobody known', () => ({ invited_user_ids: [newId()] }), 404, 'user_not_found', 'invited_user_ids'],
    [
      'inviting somebody blocked',
      () => ({ invited_user_ids: [app().cast.ben.id, app().cast.dov.id] }),
      404,
      'user_not_found',
      'invited_user_ids',
    ],
    [
      'inviting somebody of another organization',
      () => ({ invited_user_ids: [app().cast.eve.id] }),
      404,
      'user_not_found',
      'invited_user_ids',
    ],
  ];

  test.each(refusals)('%s is rejected, and the field named', async (_, body, status, code, field) => {
    const answer = await make(await body());
    expect([answer.status, answer.error.code, Object.keys(answer.error.details ?? {})]).toEqual([
      status,
      code,
      [field],
    ]);
    expect(await howMany()).toBe(0);
    expect((await app().db.selectFrom('live_events').select('seq').execute()).length).toBe(0);
  });

  test('on a closed or shortened day are rejected', async () => {
    const { db } = app();
    const row = { organization_id: here().organizationId, gym_id: here().gymId };
    await db
      .insertInto('schedule_overrides')
      .values([
        { ...row, id: newId(), first_day: dayFromNow(3), last_day: dayFromNow(3), closed: true },
        { ...row, id: newId(), first_day: dayFromNow(4), last_day: dayFromNow(4), opens: '10:00', closes: '16:00' },
      ])
      .execute();
    expect((await make()).error.code).toBe('gym_closed');
    expect((await make({ start_time: on(4, '15:30') })).error.code).toBe('gym_closed');
    expect((await make({ start_time: on(4, '15:00') })).status).toBe(201);
    await db.deleteFrom('schedule_overrides').execute();
  });
});

describe('a retry', () => {
  const key = (name: string) => ({ 'idempotency-key': name });

  test('with the same key creates one session, even concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => make({}, undefined, key('five taps'))));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await howMany()).toBe(1);
  });

  test('after a lost response returns the session created first', async () => {
    const { cast, http, tokenFor } = app();
    await http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = http.server.address() as { port: number };
    const body = JSON.stringify(usual());
    const request = [
      'POST /api/v1/sessions/ HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${await tokenFor(cast.ana)}`,
      'idempotency-key: lost answer',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ].join('\r\n');
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((sent) => socket.write(`${request}\r\n\r\n${body}`, () => sent()));
    socket.destroy();
    await expect.poll(howMany).toBe(1);
    const { status, body: session } = await make({}, cast.ana, key('lost answer'));
    const [only] = await app().db.selectFrom('sessions').select('id').execute();
    expect([status, session.id]).toEqual([201, only?.id]);
    expect(await howMany()).toBe(1);
  });
});
