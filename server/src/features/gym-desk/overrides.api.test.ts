import { describe, expect, test } from 'vitest';
import { dayFromNow } from '#testing/hours.ts';
import { useHoursDesk } from '#testing/hours-desk.ts';

const { app, at, olga, params, gym_ids, plan, stored } = useHoursDesk();

describe('schedule overrides', () => {
  const closedOn = (days: number, to = days) => ({
    from: dayFromNow(days),
    to: dayFromNow(to),
    closed: true,
    reason: 'Holiday',
  });

  test('close several gyms on some days, and settle the sessions there', async () => {
    const { cast } = app();
    const inside = await plan(3, '10:00');
    await plan(5, '10:00');
    const admin = await olga();
    const body = { gym_ids: [...gym_ids(), cast.gyms.fremantle], override: closedOn(3, 4) };
    const { body: preview } = await admin.previewScheduleOverride({ params: params(), body });
    expect(preview.results).toMatchObject([{ id: inside, moves_to: at(5, '10:00').toISOString() }]);
    const sessions = { version: preview.version, others: 'move' } as const;
    const { body: made, status } = await admin.createScheduleOverride({
      params: params(),
      body: { ...body, sessions },
    });
    expect([status, made.results.length]).toEqual([201, 2]);
    expect((await stored(inside)).starts_at).toEqual(at(5, '10:00'));
  });

  test('have several spans a day, and sessions in between are affected', async () => {
    const [early, between, late] = [await plan(3, '09:00'), await plan(3, '13:00'), await plan(3, '20:00')];
    const admin = await olga();
    const override = { from: dayFromNow(3), to: dayFromNow(3), opens: '08:00', closes: '12:00' };
    const more_hours = [
      { opens: '15:00', closes: '17:00' },
      { opens: '18:00', closes: '24:00' },
    ];
    const body = { gym_ids: gym_ids(), override: { ...override, more_hours } };
    const { body: preview } = await admin.previewScheduleOverride({ params: params(), body });
    expect(preview.results.map(({ id }) => id)).toEqual([between]);
    expect([early, late]).not.toContain(preview.results[0]?.id);
    const { body: made } = await admin.createScheduleOverride({ params: params(), body });
    const [stored] = made.results;
    expect(stored).toMatchObject({ ...override, closed: false, more_hours });
    const one = { id: params().id, overrideId: stored!.id };
    const shorter = { ...override, more_hours: more_hours.slice(0, 1) };
    const { body: changed } = await admin.updateScheduleOverride({ params: one, body: shorter });
    expect(changed.more_hours).toEqual(shorter.more_hours);
    expect(changed.version).not.toBe(stored!.version);
    for (const wrong of [
      { ...override, more_hours: [{ opens: '11:00', closes: '13:00' }] },
      { ...override, more_hours: [{ opens: '15:00', closes: '15:00' }] },
      { ...override, more_hours: more_hours.toReversed() },
      { ...closedOn(3), more_hours },
    ])
      expect((await admin.updateScheduleOverride({ params: one, body: wrong })).error.details).toHaveProperty(
        'more_hours',
      );
    await admin.deleteScheduleOverride({ params: one });
  });

  test('run past midnight, and give back what they were given', async () => {
    const admin = await olga();
    const override = { from: dayFromNow(3), to: dayFromNow(4), opens: '10:00', closes: '12:00', reason: 'Festival' };
    const more_hours = [{ opens: '18:00', closes: '04:00' }];
    const { body } = await admin.createScheduleOverride({
      params: params(),
      body: { gym_ids: gym_ids(), override: { ...override, more_hours } },
    });
    const [stored] = body.results;
    expect(stored).toMatchObject({ ...override, closed: false, more_hours });
    const [night, after] = [await plan(4, '23:00', { minutes: 120 }), await plan(5, '02:00')];
    const midnight = { ...override, more_hours: [{ opens: '18:00', closes: '00:00' }] };
    const one = { override_id: stored!.id, override: midnight };
    const { body: preview } = await admin.previewScheduleOverride({ params: params(), body: one });
    expect(preview.results.map(({ id }) => id)).toEqual([night, after]);
    const put = (wanted: object) =>
      admin.updateScheduleOverride({
        params: { id: params().id, overrideId: stored!.id },
        body: { ...override, ...wanted },
      });
    expect((await put(midnight)).body.more_hours).toEqual([{ opens: '18:00', closes: '24:00' }]);
    expect((await put({ opens: '18:00', closes: '18:00' })).body).toMatchObject({ opens: '18:00', closes: '18:00' });
    expect((await put({ opens: '18:00', closes: '00:00' })).body).toMatchObject({ opens: '18:00', closes: '24:00' });
    for (const wrong of [
      { more_hours: [{ opens: '18:00', closes: '10:30' }] },
      { opens: '20:00', closes: '04:00', more_hours: [{ opens: '21:00', closes: '22:00' }] },
      { more_hours: [...more_hours, { opens: '23:00', closes: '02:00' }] },
    ])
      expect((await put(wrong)).error.details).toEqual({ more_hours: ['These hours overlap'] });
    expect((await put({ opens: '24:00', closes: '04:00' })).error.details).toHaveProperty('opens');
  });

  test('change and go again; both the old and the new days count', async () => {
    const admin = await olga();
    const long = { from: dayFromNow(3), to: dayFromNow(3), opens: '00:00', closes: '24:00', reason: 'Open night' };
    const { body } = await admin.createScheduleOverride({
      params: params(),
      body: { gym_ids: gym_ids(), override: long },
    });
    const [night] = body.results;
    const atNight = await plan(3, '23:00');
    const nextDay = await plan(6, '10:00');
    const moved = closedOn(6);
    const { body: preview } = await admin.previewScheduleOverride({
      params: params(),
      body: { override_id: night!.id, override: moved, version: night!.version },
    });
    expect(preview.results.map(({ id }) => id)).toEqual([atNight, nextDay]);
    const one = { id: params().id, overrideId: night!.id };
    const changed = await admin.updateScheduleOverride({ params: one, body: { ...moved, version: night!.version } });
    expect(changed.body).toMatchObject({ closed: true, opens: null, from: dayFromNow(6) });
    const stale = await admin.updateScheduleOverride({ params: one, body: { ...moved, version: night!.version } });
    expect(stale.error).toMatchObject({ code: 'changed_meanwhile', current_version: changed.body.version });
    expect((await admin.deleteScheduleOverride({ params: one, body: { version: changed.body.version } })).status).toBe(
      204,
    );
    expect((await admin.deleteScheduleOverride({ params: one })).error.code).toBe('override_not_found');
  });

  test('are refused with a last day before the first, without hours, and for gyms the caller does not manage', async () => {
    const { cast } = app();
    const finn = await app().as(cast.finn);
    const create = (override: object, gyms = gym_ids()) =>
      finn.createScheduleOverride({
        params: params(),
        body: { gym_ids: gyms, override: { ...closedOn(3), ...override } },
      });
    expect((await create({ to: dayFromNow(2) })).error.details).toHaveProperty('override.to');
    expect((await create({ closed: false })).error.details).toHaveProperty('override.closes');
    expect((await create({}, [cast.gyms.fremantle])).error.code).toBe('gym_not_found');
    const { body } = await (await olga()).createScheduleOverride({
      params: params(),
      body: { gym_ids: [cast.gyms.fremantle], override: closedOn(3) },
    });
    const one = { id: params().id, overrideId: body.results[0]!.id };
    expect((await finn.deleteScheduleOverride({ params: one })).error.code).toBe('override_not_found');
    const preview = { override_id: one.overrideId, override: null };
    expect((await finn.previewScheduleOverride({ params: params(), body: preview })).error.code).toBe(
      'override_not_found',
    );
  });
});
