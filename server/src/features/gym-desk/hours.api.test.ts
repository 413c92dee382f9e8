import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { useHoursDesk } from '#testing/hours-desk.ts';

const { app, place, at, olga, params, gym_ids, plan, stored } = useHoursDesk();
const everyDay = (opens: string, closes: string) =>
  Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens, closes }));
const noticesOf = async (id: string) =>
  (await app().db.selectFrom('notifications').select(['kind', 'user_id']).where('session_id', '=', id).execute()).map(
    ({ kind, user_id }) => [kind, user_id],
  );

describe('new weekly hours', () => {
  test('list the sessions they leave outside, then move, cancel or keep each, and tell the members', async () => {
    const { cast } = app();
    const [early, late, later] = [await plan(3, '06:30'), await plan(3, '20:30'), await plan(4, '20:00')];
    const fits = await plan(3, '12:00');
    const admin = await olga();
    const body = { gym_ids: gym_ids(), hours: everyDay('08:00', '20:00') };
    const { body: preview } = await admin.previewOperatingHours({ params: params(), body });
    expect(preview.results.map(({ id, moves_to }) => [id, new Date(moves_to ?? 0)])).toEqual([
      [early, at(3, '08:00')],
      [late, at(3, '19:00')],
      [later, at(4, '19:00')],
    ]);
    // Nothing is stored by looking.
    const { body: hours } = await admin.listOperatingHours({ params: params(), query: { gym_ids: place().gymId } });
    expect(hours.results[0]).toMatchObject({ opens: '06:00', closes: '22:00' });

    const sessions = {
      version: preview.version,
      choices: [
        { session_id: early, action: 'move' as const, start_time: at(3, '09:15').toISOString() },
        { session_id: late, action: 'cancel' as const },
      ],
      others: 'keep' as const,
      reason: 'Shorter days in winter',
    };
    const saved = await admin.setOperatingHours({
      params: params(),
      body: { ...body, versions: hours.versions, sessions },
    });
    expect(saved.body.results).toHaveLength(7);
    expect((await stored(early)).starts_at).toEqual(at(3, '09:15'));
    expect(await stored(late)).toMatchObject({ status: 'cancelled', cancel_reason: 'Shorter days in winter' });
    expect(await stored(later)).toMatchObject({ status: 'active', starts_at: at(4, '20:00') });
    expect((await noticesOf(early)).toSorted()).toEqual(
      [cast.ana, cast.ben].map(({ id }) => ['session_changed', id]).toSorted(),
    );
    expect((await noticesOf(late)).map(([kind]) => kind)).toEqual(['session_cancelled', 'session_cancelled']);
    expect(await noticesOf(fits)).toEqual([]);
    const entry = await app()
      .db.selectFrom('audit_log')
      .select(['actor_id', 'data'])
      .where('action', '=', 'hours.updated')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor_id: cast.olga.id, data: { sessions: { kept: 1, moved: 1, cancelled: 1 } } });
    // The kept one was decided about and does not come again.
    const again = await admin.previewOperatingHours({ params: params(), body });
    expect(again.body.count).toBe(0);
  });

  test('find another time for every session when they move, and only for those on the list when they are previewed', async () => {
    const planned = 205;
    for (let place = 0; place < planned; place += 1) await plan(3 + (place % 5), '06:30');
    const admin = await olga();
    const body = { gym_ids: gym_ids(), hours: everyDay('08:00', '20:00') };
    const { body: preview } = await admin.previewOperatingHours({ params: params(), body });
    expect([preview.count, preview.results.length]).toEqual([planned, 200]);
    expect(preview.results.every(({ moves_to }) => moves_to)).toBe(true);
    const sessions = { version: preview.version, others: 'move' as const };
    expect((await admin.setOperatingHours({ params: params(), body: { ...body, sessions } })).status).toBe(200);
    const moved = [3, 4, 5, 6, 7].map((days) => at(days, '08:00').getTime());
    const atEight = async () => {
      const starts = await app().db.selectFrom('sessions').select('starts_at').execute();
      return starts.filter(({ starts_at }) => moved.includes(starts_at.getTime()));
    };
    // A part at once, so that the call ends soon, and the rest right after it.
    expect(await atEight()).toHaveLength(50);
    await app().runJobs();
    expect(await atEight()).toHaveLength(planned);
  });

  test('move sessions to the same time on the next open day, where their own series is not yet', async () => {
    const ana = await app().as(app().cast.ana);
    const monday = 8 - Temporal.PlainDate.from(dayFromNow(0)).dayOfWeek;
    const single = await plan(monday, '16:00');
    const { body: first } = await ana.createSession({
      body: {
        ...{ title: 'Twice a week', workout_type: 'strength' as const, gym_id: place().gymId },
        ...{ start_time: `${dayFromNow(monday)}T18:30`, repeat_rule: 'FREQ=WEEKLY;BYDAY=MO,TU;COUNT=2' },
      },
    });
    const hours = everyDay('05:00', '22:00').filter(({ weekday }) => weekday !== 0);
    const admin = await olga();
    const body = { gym_ids: gym_ids(), hours };
    const { body: preview } = await admin.previewOperatingHours({ params: params(), body });
    expect(preview.results.map(({ id, moves_to }) => [id, new Date(moves_to ?? 0)])).toEqual([
      [single, at(monday + 1, '16:00')],
      [first.id, at(monday + 2, '18:30')],
    ]);
  });

  test('tell a member of several dates of a series once', async () => {
    const { db, cast } = app();
    const ana = await app().as(cast.ana);
    const { body: first } = await ana.createSession({
      body: {
        title: 'Late lifts',
        workout_type: 'strength',
        gym_id: place().gymId,
        start_time: `${dayFromNow(2)}T21:00`,
        repeat_rule: 'FREQ=DAILY;COUNT=4',
      },
    });
    const admin = await olga();
    const body = { gym_ids: gym_ids(), hours: everyDay('06:00', '20:00') };
    const { body: preview } = await admin.previewOperatingHours({ params: params(), body });
    const series_id = preview.results[0]!.series_id!;
    expect(preview.results.map((session) => session.series_id)).toEqual(Array(4).fill(series_id));
    const series = [{ series_id, action: 'cancel' as const }];
    const sessions = { version: preview.version, series, reason: 'Closed evenings' };
    expect((await admin.setOperatingHours({ params: params(), body: { ...body, sessions } })).status).toBe(200);
    const told = await db
      .selectFrom('notifications')
      .select(['user_id', 'data'])
      .where('kind', '=', 'session_cancelled')
      .where('session_id', '=', first.id)
      .execute();
    expect(told).toHaveLength(1);
    expect(told[0]?.data).toMatchObject({ days: [2, 3, 4, 5].map((days) => dayFromNow(days)) });
  });

  test('are refused when another admin saved first, or other sessions are affected by now', async () => {
    await plan(3, '21:00');
    const [one, two] = [await olga(), await app().as(app().cast.finn)];
    const { body: hours } = await one.listOperatingHours({ params: params(), query: { gym_ids: place().gymId } });
    const body = { gym_ids: gym_ids(), hours: everyDay('06:00', '20:00'), versions: hours.versions };
    const { body: preview } = await one.previewOperatingHours({ params: params(), body });
    await plan(3, '20:30');
    const sessions = { version: preview.version, others: 'keep' } as const;
    const late = await one.setOperatingHours({ params: params(), body: { ...body, sessions } });
    expect(late.error.code).toBe('changed_meanwhile');
    expect(late.error.details).toHaveProperty('sessions');
    expect((await two.setOperatingHours({ params: params(), body })).status).toBe(200);
    expect((await one.previewOperatingHours({ params: params(), body })).error.code).toBe('changed_meanwhile');
    expect((await one.setOperatingHours({ params: params(), body })).error.code).toBe('changed_meanwhile');
  });

  test('let one of two admins win who save at the same moment', async () => {
    const admins = [await olga(), await app().as(app().cast.finn)];
    const { body: hours } = await admins[0]!.listOperatingHours({
      params: params(),
      query: { gym_ids: place().gymId },
    });
    const answers = await Promise.all(
      admins.map((admin, index) =>
        admin.setOperatingHours({
          params: params(),
          body: { gym_ids: gym_ids(), hours: everyDay('06:00', `2${index}:30`), versions: hours.versions },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('never leave a session outside unseen that is created in the same moment', async () => {
    const [admin, ana] = [await olga(), await app().as(app().cast.ana)];
    for (let round = 0; round < 5; round++) {
      await app().db.deleteFrom('sessions').execute();
      await openDaily(app().db, { ...place(), opens: '06:00', closes: '22:00' });
      const body = { gym_ids: gym_ids(), hours: everyDay('06:00', '20:00') };
      const { version } = (await admin.previewOperatingHours({ params: params(), body })).body;
      const [saved, made] = await Promise.all([
        admin.setOperatingHours({ params: params(), body: { ...body, sessions: { version, others: 'keep' } } }),
        ana.createSession({
          body: {
            title: 'Late',
            workout_type: 'strength',
            gym_id: place().gymId,
            start_time: at(3, '20:30').toISOString(),
          },
        }),
      ]);
      expect([saved.status, made.status]).toEqual(saved.status === 200 ? [200, 400] : [409, 201]);
    }
  });

  test('are not stored by a preview that carries an Idempotency-Key', async () => {
    const { http, tokenFor, cast } = app();
    const url = `/api/v1/organizations/${params().id}/operating-hours/preview/`;
    const headers = { authorization: `Bearer ${await tokenFor(cast.olga)}`, 'idempotency-key': newId() };
    const answer = await http.inject({ method: 'POST', url, headers, payload: { gym_ids: gym_ids(), hours: [] } });
    expect(answer.statusCode).toBe(200);
    const { body } = await (await olga()).listOperatingHours({ params: params(), query: { gym_ids: place().gymId } });
    expect(body.results).toHaveLength(7);
  });

  test('refuse a move to a time at which the gym is closed, and change nothing', async () => {
    const id = await plan(3, '21:00');
    const admin = await olga();
    const body = { gym_ids: gym_ids(), hours: everyDay('06:00', '20:00') };
    const { version } = (await admin.previewOperatingHours({ params: params(), body })).body;
    const choices = [{ session_id: id, action: 'move' as const, start_time: at(3, '20:30').toISOString() }];
    const refused = await admin.setOperatingHours({
      params: params(),
      body: { ...body, sessions: { version, choices } },
    });
    expect([refused.error.code, Object.keys(refused.error.details ?? {})]).toEqual(['gym_closed', [`sessions.${id}`]]);
    const { body: hours } = await admin.listOperatingHours({ params: params(), query: { gym_ids: place().gymId } });
    expect(hours.results[0]).toMatchObject({ closes: '22:00' });
  });

  test.each([
    ['a span of no length', [{ weekday: 0, opens: '08:00', closes: '08:00' }]],
    [
      'spans that overlap',
      [
        { weekday: 0, opens: '08:00', closes: '12:00' },
        { weekday: 0, opens: '11:59', closes: '14:00' },
      ],
    ],
    ['opening at 24:00', [{ weekday: 0, opens: '24:00', closes: '24:00' }]],
    ['an eighth day', [{ weekday: 7, opens: '08:00', closes: '12:00' }]],
  ])('refuse %s', async (_, hours) => {
    const answer = await (await olga()).setOperatingHours({ params: params(), body: { gym_ids: gym_ids(), hours } });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.error.details ?? {})[0]).toMatch(/^hours/);
  });

  test('take spans that meet, up to 24:00, and go on past midnight', async () => {
    const admin = await olga();
    const hours = [...everyDay('00:00', '02:00'), ...everyDay('18:00', '21:00'), ...everyDay('21:00', '24:00')];
    const id = await plan(3, '23:30', { minutes: 120 });
    await openDaily(app().db, place());
    const { body } = await admin.previewOperatingHours({ params: params(), body: { gym_ids: gym_ids(), hours } });
    expect(body.count).toBe(0);
    const shorter = hours.filter(({ opens }) => opens !== '00:00');
    const { body: cut } = await admin.previewOperatingHours({
      params: params(),
      body: { gym_ids: gym_ids(), hours: shorter },
    });
    expect(cut.results).toMatchObject([{ id }]);
  });

  test('belong to gyms the caller manages', async () => {
    const { cast } = app();
    const finn = await app().as(cast.finn);
    const hours = everyDay('06:00', '20:00');
    for (const gym of [cast.gyms.fremantle, cast.gyms.shoreditch, newId()])
      for (const call of ['previewOperatingHours', 'setOperatingHours'] as const) {
        const answer = await finn[call]({ params: params(), body: { gym_ids: [...gym_ids(), gym], hours } });
        expect(answer.error.code).toBe('gym_not_found');
      }
    const elsewhere = { params: { id: cast.organizations.nightShift }, body: { gym_ids: gym_ids(), hours } };
    expect((await finn.setOperatingHours(elsewhere)).error.code).toBe('organization_not_found');
    const several = { gym_ids: [...gym_ids(), cast.gyms.fremantle], hours };
    expect((await (await olga()).setOperatingHours({ params: params(), body: several })).body.results).toHaveLength(14);
  });

  test('refuse a change of one span when another admin saved first', async () => {
    const admin = await olga();
    const read = async () =>
      (await admin.listOperatingHours({ params: params(), query: { gym_ids: place().gymId } })).body;
    const seen = await read();
    const [monday, tuesday] = seen.results;
    const of = (span: typeof monday) => ({ id: params().id, hoursId: span!.id });
    const version = seen.versions[place().gymId]!;
    const longer = { opens: '07:00', closes: '22:00', version };
    expect((await admin.updateOperatingHours({ params: of(monday), body: longer })).status).toBe(200);
    const late = [
      await admin.updateOperatingHours({ params: of(tuesday), body: longer }),
      await admin.deleteOperatingHours({ params: of(tuesday), body: { version } }),
    ];
    const stored = (await read()).versions[place().gymId];
    for (const { status, error } of late) expect([status, error.code]).toEqual([409, 'changed_meanwhile']);
    for (const { error } of late) expect(error).toMatchObject({ current_version: stored });
    const again = { params: of(tuesday), body: { version: stored } };
    expect((await admin.deleteOperatingHours(again)).status).toBe(204);
  });

  test('change and go span by span', async () => {
    const { cast } = app();
    const admin = await olga();
    const { body } = await admin.listOperatingHours({ params: params(), query: { gym_ids: place().gymId } });
    const [monday, tuesday] = body.results;
    const one = { id: params().id, hoursId: monday!.id };
    const changed = await admin.updateOperatingHours({ params: one, body: { opens: '07:00', closes: '24:00' } });
    expect(changed.body).toEqual({ ...monday, opens: '07:00', closes: '24:00' });
    const clash = { weekday: 1, opens: '21:00', closes: '23:00' };
    expect((await admin.updateOperatingHours({ params: one, body: clash })).error.details).toHaveProperty('opens');
    const other = { id: params().id, hoursId: tuesday!.id };
    expect((await admin.deleteOperatingHours({ params: other })).status).toBe(204);
    expect((await admin.deleteOperatingHours({ params: other })).error.code).toBe('hours_not_found');
    const { body: far } = await admin.listOperatingHours({ params: params(), query: { gym_ids: cast.gyms.fremantle } });
    const foreign = { id: params().id, hoursId: far.results[0]!.id };
    expect((await (await app().as(cast.finn)).deleteOperatingHours({ params: foreign })).error.code).toBe(
      'hours_not_found',
    );
  });
});
