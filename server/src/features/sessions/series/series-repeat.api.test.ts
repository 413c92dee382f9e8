import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { dateInWords, weekdayCode, weekly } from '#testing/series.ts';
import { useSeriesChanges } from '#testing/worlds/series-changes.ts';
import { extendSeries } from './series.jobs.ts';

const app = useTestApp();
const {
  here,
  made,
  timetable,
  locals,
  seriesRows,
  send,
  change,
  refused,
  join,
  told,
  forget,
  peopleIn,
  day,
  on,
  active,
  overDays,
  first,
} = useSeriesChanges(app);

describe('changing how a session and the following ones repeat', () => {
  test("adds a weekday: existing sessions stay, and the new ones include the series' members", async () => {
    const { cast } = app();
    await made();
    const [, second, third] = await timetable();
    await join(cast.ben, second!.id);
    await join(cast.cleo, third!.id, 'this');
    await change(third!.id, { title: 'Arm day' });
    await forget();
    const answer = await change(second!.id, { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 3)}` });
    expect(answer.series).toMatchObject({ rule: `FREQ=WEEKLY;BYDAY=${on(0, 3)}`, joined: true });
    const sessions = await active();
    expect(sessions.map(({ local }) => local)).toEqual(
      overDays(weekly(day(0), '18:00', 8), weekly(day(1, 3), '18:00', 7)),
    );
    expect(sessions.find(({ local }) => local === `${day(2)}T18:00`)).toMatchObject({
      id: third!.id,
      title: 'Arm day',
    });
    expect(await peopleIn(third!.id)).toEqual(['ana', 'ben', 'cleo']);
    expect(await peopleIn(sessions.find(({ local }) => local === `${day(1, 3)}T18:00`)!.id)).toEqual(['ana', 'ben']);
    const [before, now] = await seriesRows();
    expect(before?.rrule).toBe(`FREQ=WEEKLY;BYDAY=${on(0)};UNTIL=${day(1, -1).replaceAll('-', '')}`);
    expect(before?.ended_at).toBeInstanceOf(Date);
    expect(now).toMatchObject({ rrule: `FREQ=WEEKLY;BYDAY=${on(0, 3)}`, ended_at: null });
    expect(sessions.map(({ series_id }) => series_id)).toEqual([before!.id, ...Array(14).fill(now!.id)]);
    // Ben joins every session; for Cleo nothing changes.
    expect(await told(cast.ben)).toEqual([
      ['Leg day now repeats on different days', answer.series!.in_words.replace('E', 'It now repeats e')],
    ]);
    expect(await told(cast.cleo)).toEqual([]);
  });

  test('moves the opened session to the first new day, cancels the others, and notifies members in words', async () => {
    const { cast, db } = app();
    await made();
    const sessions = await timetable();
    const [, second, third] = sessions;
    await join(cast.ben, second!.id);
    await join(cast.cleo, third!.id, 'this');
    await db.deleteFrom('live_events').execute();
    await forget();
    await change(second!.id, { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(2, 4)}` });
    expect(await locals()).toEqual(
      overDays([`${day(0)}T18:00`], weekly(day(1, 2), '18:00', 7), weekly(day(1, 4), '18:00', 7)),
    );
    const after = await timetable();
    expect(after.find(({ id }) => id === second!.id)).toMatchObject({
      local: `${day(1, 2)}T18:00`,
      occurrence_on: day(1, 2),
    });
    expect(await peopleIn(second!.id)).toEqual(['ana', 'ben']);
    expect(after.filter(({ status }) => status === 'cancelled').map(({ id }) => id)).toEqual(
      sessions.slice(2).map(({ id }) => id),
    );
    const reason = (
      await db.selectFrom('sessions').select('cancel_reason').where('id', '=', third!.id).executeTakeFirst()
    )?.cancel_reason;
    expect(reason).toMatch(/^It now repeats every week on \w+day and \w+day$/);
    const gone = sessions.slice(2).map(({ local }) => dateInWords(local));
    expect(await told(cast.ben)).toEqual([
      [
        `Leg day was cancelled on ${gone.slice(0, 3).join(', ')} and 3 more dates`,
        `${reason}. Cancelled: ${gone.join(', ')}`,
      ],
      [expect.stringMatching(/^Leg day moved to .+, 6:00 pm$/), reason],
    ]);
    expect(await told(cast.cleo)).toEqual([[`Leg day was cancelled on ${gone[0]}`, reason]]);
    expect(await told(cast.ana)).toEqual([]);
    const events = await db.selectFrom('live_events').select('type').execute();
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect([count('session.updated'), count('session.cancelled'), count('session.created')]).toEqual([1, 6, 13]);
  });

  test('cancels the opened session when its next day already has one', async () => {
    const { cast } = app();
    await made({ repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 2)}` });
    const [one, two] = await timetable();
    await join(cast.ben, two!.id, 'this');
    await forget();
    const answer = await change(one!.id, { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(2)}` });
    expect(answer).toMatchObject({ status: 'cancelled', cancel_reason: expect.stringMatching(/^It now repeats/) });
    expect(await locals()).toEqual(weekly(day(0, 2), '18:00', (await active()).length));
    expect((await active())[0]?.id).toBe(two!.id);
    expect(await peopleIn(two!.id)).toEqual(['ana', 'ben']);
    expect(await told(cast.ben)).toEqual([]);
  });

  test('keeps individually moved sessions whose original or new day is in the rule', async () => {
    await made();
    const [one, two, three] = await timetable();
    await change(two!.id, { start_time: `${day(1, 1)}T07:00` });
    await change(three!.id, { start_time: `${day(2, 3)}T08:00` });
    await change(one!.id, { scope: 'all', repeat_rule: `FREQ=WEEKLY;INTERVAL=1;BYDAY=${on(0, 1)}` });
    const after = new Map((await timetable()).map((session) => [session.id, session]));
    expect(after.get(two!.id)).toMatchObject({ status: 'active', local: `${day(1, 1)}T07:00`, occurrence_on: day(1) });
    expect((await locals()).filter((local) => local.startsWith(day(1, 1)))).toEqual([
      `${day(1, 1)}T07:00`,
      `${day(1, 1)}T18:00`,
    ]);
    await change(one!.id, { scope: 'all', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(3)}` });
    const last = (await timetable()).find(({ id }) => id === three!.id);
    expect(last).toMatchObject({ status: 'active', local: `${day(2, 3)}T08:00`, occurrence_on: day(2, 3) });
    expect((await locals()).filter((local) => local.startsWith(day(2, 3)))).toEqual([`${day(2, 3)}T08:00`]);
  });

  test('keeps an opened session that was moved, as long as its day stays', async () => {
    await made();
    const [, two] = await timetable();
    await change(two!.id, { start_time: `${day(1, 1)}T07:00` });
    await change(two!.id, { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 2)}` });
    const stays = { id: two!.id, local: `${day(1, 1)}T07:00`, occurrence_on: day(1) };
    expect((await active())[1]).toMatchObject(stays);
    expect((await locals()).slice(2, 4)).toEqual([`${day(1, 2)}T18:00`, `${day(2)}T18:00`]);
    await change(two!.id, { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(3)}` });
    expect((await active())[1]).toMatchObject({ id: two!.id, local: `${day(1, 3)}T07:00`, occurrence_on: day(1, 3) });
    expect((await locals())[2]).toBe(`${day(2, 3)}T18:00`);
  });

  test('uses the local time of a new gym', async () => {
    const { cast, db } = app();
    const session = await made({ start_time: `${first()}T12:00` });
    const { fremantle } = cast.gyms;
    const access = { organization_id: here().organizationId, user_id: cast.ana.id, gym_id: fremantle };
    await db.insertInto('user_gyms').values(access).execute();
    await openDaily(db, { ...here(), gymId: fremantle });
    const body = { scope: 'all', gym_id: fremantle, repeat_rule: `FREQ=WEEKLY;BYDAY=${on(1)}` } as const;
    const answer = await change(session.id, body);
    expect(answer.start_time.local).toBe(`${day(0, 1)}T12:00:00+08:00`);
    const all = await db.selectFrom('sessions').select('gym_id').where('status', '=', 'active').execute();
    expect(new Set(all.map(({ gym_id }) => gym_id))).toEqual(new Set([fremantle]));
    expect(all).toHaveLength(8);
  });

  test('changes time, length and title in the same call', async () => {
    await made();
    const [one, , third] = await timetable();
    const answer = await change(third!.id, {
      scope: 'following',
      repeat_rule: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${on(1)}`,
      start_time: `${day(2, 1)}T07:30`,
      duration_minutes: 90,
      title: 'Heavy legs',
    });
    expect(answer.start_time.local.slice(0, 16)).toBe(`${day(2, 1)}T07:30`);
    const sessions = await active();
    expect(sessions.map(({ local }) => local)).toEqual([
      `${day(0)}T18:00`,
      `${day(1)}T18:00`,
      ...weekly(day(2, 1), '07:30', 6).filter((_, week) => week % 2 === 0),
    ]);
    expect(
      sessions.slice(2).every(({ title, duration_minutes }) => title === 'Heavy legs' && duration_minutes === 90),
    ).toBe(true);
    expect(sessions[0]).toMatchObject({ id: one!.id, title: 'Leg day', duration_minutes: 60 });
  });

  test.each([{ title: 'Heavy legs' }, { duration_minutes: 90 }, { title: 'Heavy legs', duration_minutes: 90 }])(
    'tells each member their own cancelled dates when %o changes too',
    async (more) => {
      const { cast } = app();
      await made({ repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 2)};COUNT=6` });
      const sessions = await timetable();
      const [, dropped, , alsoDropped] = sessions;
      await join(cast.ben, sessions[0]!.id);
      await join(cast.cleo, alsoDropped!.id, 'this');
      await (await app().as(cast.finn)).joinSession({ params: { id: sessions[2]!.id }, body: { scope: 'this' } });
      await forget();
      await change(sessions[0]!.id, { scope: 'all', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0)};COUNT=3`, ...more });
      const dates = [1, 3, 5].map((index) => dateInWords(sessions[index]!.local));
      const cancelledFor = async (person: CastMember) =>
        (await told(person)).map(([title]) => title).filter((title) => title?.includes('cancelled'));
      expect(await cancelledFor(cast.ben)).toEqual([
        `Leg day was cancelled on ${dates[0]}, ${dates[1]} and ${dates[2]}`,
      ]);
      expect(await cancelledFor(cast.cleo)).toEqual([`Leg day was cancelled on ${dates[1]}`]);
      expect(await cancelledFor(cast.finn)).toEqual([]);
      expect((await told(cast.ben)).length).toBe(2);
      expect(dropped!.local.slice(0, 10)).toBe(day(0, 2));
    },
  );

  test('counts COUNT and UNTIL from the new start', async () => {
    await made({ repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0)};COUNT=8` });
    const [, , third] = await timetable();
    await change(third!.id, { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 1)};COUNT=3` });
    const start = weekly(day(0), '18:00', 2);
    expect(await locals()).toEqual([...start, `${day(2)}T18:00`, `${day(2, 1)}T18:00`, `${day(3)}T18:00`]);
    await change(third!.id, {
      scope: 'following',
      repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 1)};UNTIL=${day(2, 1).replaceAll('-', '')}`,
    });
    expect(await locals()).toEqual([...start, `${day(2)}T18:00`, `${day(2, 1)}T18:00`]);
  });

  test('skips closed days, keeps cancelled days cancelled, and continues to be made', async () => {
    const { cast, db } = app();
    await made();
    const [one, two] = await timetable();
    expect((await (await app().as(cast.ana)).cancelSession({ params: { id: two!.id }, query: {} })).status).toBe(204);
    await db
      .insertInto('schedule_overrides')
      .values({
        organization_id: here().organizationId,
        id: newId(),
        gym_id: here().gymId,
        first_day: day(2, 1),
        last_day: day(2, 1),
        closed: true,
      })
      .execute();
    await change(one!.id, { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 1)}` });
    const all = overDays(weekly(day(0), '18:00', 8), weekly(day(0, 1), '18:00', 8)).filter(
      (local) => !local.startsWith(day(1, 0)) && !local.startsWith(day(2, 1)),
    );
    expect(await locals()).toEqual(all);
    const now = (await seriesRows()).find(({ ended_at }) => ended_at === null)!;
    await db
      .deleteFrom('sessions')
      .where('starts_at', '>', new Date(Date.now() + 40 * 86_400_000))
      .execute();
    await db
      .updateTable('session_series')
      .set({ made_until: dayFromNow(40) })
      .where('id', '=', now.id)
      .execute();
    await enqueue(db, extendSeries, {});
    await app().runJobs();
    expect(await locals()).toEqual(all);
  });

  test('restores a removed day when it is added again', async () => {
    await made({ repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 2)}` });
    const before = await locals();
    const [one] = await timetable();
    await change(one!.id, { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0)}` });
    expect(await locals()).toEqual(before.filter((local) => weekdayCode(local.slice(0, 10)) === on(0)));
    await change(one!.id, { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 2)}` });
    expect(await locals()).toEqual(before);
  });

  test('can change a monthly day, and the refusal elsewhere says so', async () => {
    await made({ repeat_rule: 'FREQ=MONTHLY' });
    const [one] = await timetable();
    const plain = await send(one!.id, { scope: 'all', start_time: `${day(0, 1)}T18:00` });
    expect(plain.error.details?.start_time).toEqual([
      'A monthly session keeps its day. Move only this one, or change how it repeats.',
    ]);
    await change(one!.id, { scope: 'all', start_time: `${day(0, 1)}T18:00`, repeat_rule: 'FREQ=MONTHLY' });
    const months = [0, 1, 2].map((later) => `${Temporal.PlainDate.from(day(0, 1)).add({ months: later })}T18:00`);
    expect((await locals()).every((local) => months.includes(local))).toBe(true);
    expect((await active())[0]).toMatchObject({ id: one!.id, local: `${day(0, 1)}T18:00` });
  });

  test('is idempotent, and treats the current rule as no change', async () => {
    const { db } = app();
    await made();
    const [, second] = await timetable();
    const body = { scope: 'following', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(1)};COUNT=4` } as const;
    await change(second!.id, body);
    const [sessions, rows] = [await timetable(), await seriesRows()];
    await db.deleteFrom('live_events').execute();
    await change(second!.id, body);
    await change(sessions.find(({ local }) => local === `${day(2, 1)}T18:00`)!.id, { repeat_rule: body.repeat_rule });
    expect([await timetable(), await seriesRows()]).toEqual([sessions, rows]);
    expect(await db.selectFrom('live_events').select('type').execute()).toEqual([]);
  });

  test('keeps the local time when the clocks change', async () => {
    // The first Sunday of April, when clocks in Sydney go back.
    const today = Temporal.PlainDate.from(dayFromNow(1));
    const april = [0, 1, 2]
      .map((later) => Temporal.PlainDate.from({ year: today.year + later, month: 4, day: 1 }))
      .find((one) => Temporal.PlainDate.compare(one.subtract({ days: 14 }), today) > 0)!;
    const sunday = april.add({ days: (7 - april.dayOfWeek) % 7 });
    const saturday = `${sunday.subtract({ days: 1 })}`;
    const session = await made({ start_time: `${saturday}T18:00`, repeat_rule: 'FREQ=WEEKLY;BYDAY=SA' });
    const answer = await change(session.id, { scope: 'following', repeat_rule: 'FREQ=WEEKLY;BYDAY=SU' });
    expect(answer.start_time.local).toBe(`${sunday}T18:00:00+10:00`);
    expect(session.start_time.local).toBe(`${saturday}T18:00:00+11:00`);
  });

  test('rejects invalid rules, names the field, and changes nothing', async () => {
    const { db } = app();
    await made();
    const sessions = await timetable();
    const [one] = sessions;
    const rule = `FREQ=WEEKLY;BYDAY=${on(1)}`;
    const wrong = ['series_rule_invalid', ['repeat_rule']];
    expect(await refused(one!.id, { repeat_rule: rule })).toEqual([400, ...wrong]);
    expect(await refused(one!.id, { repeat_rule: null })).toEqual([400, ...wrong]);
    for (const repeat_rule of [
      '',
      'FREQ=HOURLY',
      'FREQ=WEEKLY;UNTIL=20200101',
      'FREQ=MONTHLY;BYMONTHDAY=31;INTERVAL=12;UNTIL=20200101',
    ])
      expect(await refused(one!.id, { scope: 'following', repeat_rule })).toEqual([400, ...wrong]);
    await db
      .insertInto('schedule_overrides')
      .values({
        organization_id: here().organizationId,
        id: newId(),
        gym_id: here().gymId,
        first_day: day(0, 1),
        last_day: day(0, 1),
        closed: true,
      })
      .execute();
    expect(await refused(one!.id, { scope: 'all', repeat_rule: rule })).toEqual([400, 'gym_closed', ['repeat_rule']]);
    expect(await timetable()).toEqual(sessions);
    expect(await seriesRows()).toHaveLength(1);
  });
});

describe('changing how all upcoming sessions repeat', () => {
  test('begins with the first upcoming session, and moves the opened one to its next day', async () => {
    const { cast } = app();
    await made();
    const sessions = await timetable();
    const third = sessions[2]!;
    await join(cast.ben, third.id, 'this');
    await change(third.id, { scope: 'all', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(1)}` });
    expect(await locals()).toEqual(weekly(day(0, 1), '18:00', 8));
    expect((await active())[2]).toMatchObject({ id: third.id });
    expect(await peopleIn(third.id)).toEqual(['ana', 'ben']);
  });

  test('counts from the first upcoming session, and cancels an opened one beyond the count', async () => {
    await made();
    const [, , third] = await timetable();
    const answer = await change(third!.id, { scope: 'all', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0)};COUNT=2` });
    expect(answer.status).toBe('cancelled');
    expect(await locals()).toEqual(weekly(day(0), '18:00', 2));
  });
});

test.each([[0], [1]])(
  'joining while the rule changes adds the member to every session, in either order (%i)',
  async (turn) => {
    const { cast, db } = app();
    await made();
    const [one] = await timetable();
    const ben = await app().as(cast.ben);
    const calls = [
      () => send(one!.id, { scope: 'all', repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 1)}` }),
      () => ben.joinSession({ params: { id: one!.id }, body: { scope: 'all' } }),
    ];
    const answers = await Promise.all((turn ? calls : calls.toReversed()).map((call) => call()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const sessions = await active();
    expect(sessions).toHaveLength(16);
    const spots = await db
      .selectFrom('session_participants')
      .select('session_id')
      .where('user_id', '=', cast.ben.id)
      .execute();
    expect(spots.map(({ session_id }) => session_id).toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
  },
);
