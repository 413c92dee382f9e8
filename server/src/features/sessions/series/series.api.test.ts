import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import { dayFromNow } from '#testing/hours.ts';
import { useSeries, weekdayCode, weekly } from '#testing/series.ts';
import { extendSeries } from './series.jobs.ts';
import { lockSeries } from './series.read.ts';
import { makeOccurrences } from './series-make.service.ts';

const app = useTestApp();

const { here, first, make, made, timetable, locals, seriesRows } = useSeries(app);
describe('a repeating session', () => {
  test('is made eight weeks ahead, at the same local time, with its host in each', async () => {
    const { cast, db } = app();
    const session = await made();
    expect(session).toMatchObject({
      series: { rule: `FREQ=WEEKLY;BYDAY=${weekdayCode(first())}`, timezone: 'Australia/Sydney', joined: true },
      current_participants: 1,
    });
    expect(session.start_time.local.slice(0, 16)).toBe(`${first()}T18:00`);
    expect(session.series?.in_words).toMatch(/^Every week on [A-Z][a-z]+day$/);
    expect(await locals()).toEqual(weekly(first(), '18:00', 8));
    const spots = await db.selectFrom('session_participants').select('user_id').execute();
    expect(spots.map(({ user_id }) => user_id)).toEqual(Array(8).fill(cast.ana.id));
    const events = await db.selectFrom('live_events').select('type').where('type', '=', 'session.created').execute();
    expect(events).toHaveLength(8);
  });

  test('allows guests in every session as its host chose, and refuses fewer while a session has more', async () => {
    const { cast } = app();
    const session = await made({ repeat_rule: 'FREQ=WEEKLY;COUNT=3', guests_per_member: 1 });
    const ana = await app().as(cast.ana);
    const { body } = await ana.listSessions({ query: { series: session.series_id ?? '' } });
    expect(body.results.map(({ guests_per_member }) => guests_per_member)).toEqual([1, 1, 1]);
    await ana.setGuests({ params: { id: body.results[1]!.id }, body: { first_names: [null] } });
    const fewer = { params: { id: session.id }, body: { guests_per_member: 0, scope: 'all' as const } };
    expect((await ana.updateSession(fewer)).error.code).toBe('guests_above_limit');
    await ana.setGuests({ params: { id: body.results[1]!.id }, body: { first_names: [] } });
    expect((await ana.updateSession(fewer)).status).toBe(200);
    const after = await ana.listSessions({ query: { series: session.series_id ?? '' } });
    expect(after.body.results.map(({ guests_per_member }) => guests_per_member)).toEqual([0, 0, 0]);
  });

  test.each([
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=5', 'Every 3 days, 5 times'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', 'Every 2 weeks on Monday and Thursday'],
    ['FREQ=MONTHLY;BYDAY=1SA', 'Every month on the first Saturday'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;COUNT=4', 'Every 2 months on the last Friday, 4 times'],
    ['FREQ=MONTHLY;BYMONTHDAY=15', 'Every month on the 15th'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
  ])('repeats by %s and says "%s"', async (repeat_rule, in_words) => {
    const { series } = await made({ repeat_rule });
    expect(series).toMatchObject({ rule: repeat_rule, in_words });
  });

  test('begins on the first day of its rule from the chosen day on', async () => {
    const later = `${Temporal.PlainDate.from(first()).add({ days: 3 })}`;
    const session = await made({ repeat_rule: `FREQ=WEEKLY;BYDAY=${weekdayCode(first(), 3)};COUNT=3` });
    expect(session.start_time.local.slice(0, 16)).toBe(`${later}T18:00`);
    expect(await locals()).toEqual(weekly(later, '18:00', 3));
  });

  test('begins on its next day when it repeats every other week', async () => {
    const later = `${Temporal.PlainDate.from(first()).add({ days: 6 })}`;
    await made({ repeat_rule: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekdayCode(first(), 6)};COUNT=3` });
    expect(await locals()).toEqual(weekly(later, '18:00', 5).filter((_, week) => week % 2 === 0));
  });

  test.each([
    ['COUNT=3', 3],
    ['UNTIL', 2],
  ])('ends as its rule says: %s', async (end, times) => {
    const lastDay = `${Temporal.PlainDate.from(first()).add({ days: 13 })}`.replaceAll('-', '');
    await made({
      repeat_rule: `FREQ=WEEKLY;BYDAY=${weekdayCode(first())};${end === 'UNTIL' ? `UNTIL=${lastDay}` : end}`,
    });
    expect(await locals()).toEqual(weekly(first(), '18:00', times));
  });

  test('accepts UNTIL as an instant, up to the session itself', async () => {
    const last = Temporal.PlainDate.from(first()).add({ weeks: 1 }).toPlainDateTime('18:00');
    const stamp = (moment: Temporal.PlainDateTime) =>
      `${moment.toZonedDateTime('Australia/Sydney').toInstant()}`.replace(/[-:]/g, '');
    await made({ repeat_rule: `RRULE:FREQ=WEEKLY;UNTIL=${stamp(last)}` });
    expect(await locals()).toEqual(weekly(first(), '18:00', 2));
    await app().db.deleteFrom('sessions').execute();
    await made({ repeat_rule: `FREQ=WEEKLY;UNTIL=${stamp(last.subtract({ minutes: 1 }))}` });
    expect(await locals()).toEqual(weekly(first(), '18:00', 1));
  });

  test.each([
    ['FREQ=HOURLY'],
    ['FREQ=YEARLY'],
    ['FREQ=WEEKLY;BYHOUR=6'],
    ['FREQ=WEEKLY;INTERVAL=0'],
    ['FREQ=WEEKLY;INTERVAL=53'],
    ['FREQ=WEEKLY;COUNT=0'],
    ['FREQ=WEEKLY;COUNT=501'],
    ['FREQ=WEEKLY;COUNT=2;UNTIL=20300101'],
    ['FREQ=WEEKLY;UNTIL=20200101'],
    ['FREQ=WEEKLY;UNTIL=20990101'],
    ['FREQ=WEEKLY;UNTIL=20270231'],
    ['FREQ=WEEKLY;BYDAY=XX'],
    ['FREQ=WEEKLY;BYDAY=1TU'],
    ['FREQ=WEEKLY;BYDAY=TU,TU'],
    ['FREQ=WEEKLY;FREQ=DAILY'],
    ['FREQ=MONTHLY;BYDAY=TU'],
    ['FREQ=MONTHLY;BYMONTHDAY=32'],
    ['FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=1TU'],
    ['every tuesday'],
    ['='],
  ])('refuses the rule %s, and names the field', async (repeat_rule) => {
    const { status, error } = await make({ repeat_rule });
    expect([status, error.code, Object.keys(error.details ?? {})]).toEqual([
      400,
      'series_rule_invalid',
      ['repeat_rule'],
    ]);
    expect(await timetable()).toEqual([]);
  });

  test('skips days the gym is closed, and is refused when the first day is closed', async () => {
    const { db } = app();
    const closed = `${Temporal.PlainDate.from(first()).add({ weeks: 2 })}`;
    await db
      .insertInto('schedule_overrides')
      .values({
        organization_id: here().organizationId,
        id: newId(),
        gym_id: here().gymId,
        first_day: closed,
        last_day: closed,
        closed: true,
      })
      .execute();
    await made();
    expect(await locals()).toEqual(weekly(first(), '18:00', 8).filter((local) => !local.startsWith(closed)));
    const { error } = await make({ start_time: `${closed}T18:00` });
    expect([error.code, Object.keys(error.details ?? {})]).toEqual(['gym_closed', ['start_time']]);
  });

  test('keeps being made without duplicates, with its members while there are spots', async () => {
    const { cast, db } = app();
    const session = await made({ max_participants: 2 });
    const series_id = session.series_id ?? '';
    for (const person of [cast.ben, cast.cleo])
      await db
        .insertInto('session_series_members')
        .values({ organization_id: here().organizationId, series_id, user_id: person.id })
        .execute();
    const before = await timetable();
    // Pretend only the first two have been made.
    const rest = before.slice(2).map(({ id }) => id);
    await db.deleteFrom('sessions').where('id', 'in', rest).execute();
    await db.updateTable('session_series').set({ made_until: before[1]!.occurrence_on }).execute();
    for (let run = 0; run < 2; run++) {
      await enqueue(db, extendSeries, {});
      await app().runJobs();
    }
    const after = await timetable();
    expect(after.map(({ local }) => local)).toEqual(before.map(({ local }) => local));
    const people = await db
      .selectFrom('session_participants')
      .select(['session_id', 'user_id'])
      .orderBy('joined_at')
      .execute();
    const inLast = people.filter(({ session_id }) => session_id === after.at(-1)!.id).map(({ user_id }) => user_id);
    expect(inLast).toEqual([cast.ana.id, cast.ben.id]);
  });

  test('keeps its local time when the clocks change', async () => {
    const { db } = app();
    // The first Sunday of April, when clocks in Sydney go back.
    const today = Temporal.PlainDate.from(dayFromNow(1));
    const april = [0, 1, 2]
      .map((later) => Temporal.PlainDate.from({ year: today.year + later, month: 4, day: 1 }))
      .find((day) => Temporal.PlainDate.compare(day.subtract({ days: 14 }), today) > 0)!;
    const change = april.add({ days: (7 - april.dayOfWeek) % 7 });
    const begins = `${change.subtract({ days: 10 })}`;
    const session = await made({ start_time: `${begins}T18:00`, repeat_rule: 'FREQ=WEEKLY' });
    expect(await locals()).toEqual([`${begins}T18:00`]);
    await db.transaction().execute(async (tx) => {
      const series = await lockSeries(tx, here().organizationId, session.series_id ?? '');
      await makeOccurrences(tx, { ...series!, now: new Date(`${begins}T00:00:00Z`) });
    });
    expect(await locals()).toEqual(weekly(begins, '18:00', 9));
    const hours = (await timetable()).map(({ starts_at }) => starts_at.getUTCHours());
    expect(hours).toEqual([7, 7, ...Array(7).fill(8)]);
  });

  test('does not recreate cancelled sessions, and stops when no members are left', async () => {
    const { cast, db } = app();
    const session = await made();
    const ana = await app().as(cast.ana);
    expect((await ana.cancelSession({ params: { id: session.id } })).status).toBe(204);
    await db.updateTable('session_series').set({ made_until: null }).execute();
    await enqueue(db, extendSeries, {});
    await app().runJobs();
    expect(await locals()).toEqual(weekly(first(), '18:00', 8).slice(1));
    await db.deleteFrom('session_series_members').execute();
    await db.updateTable('session_series').set({ made_until: first() }).execute();
    await enqueue(db, extendSeries, {});
    await app().runJobs();
    expect((await seriesRows())[0]?.ended_at).toBeInstanceOf(Date);
  });
});
