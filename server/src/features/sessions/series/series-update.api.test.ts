import { timeWords } from '@spotter/contract/time-words.ts';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import type { Client } from '#testing/client.ts';
import { dayFromNow } from '#testing/hours.ts';
import { dateInWords, useSeries, weekdayCode, weekly } from '#testing/series.ts';
import { extendSeries } from './series.jobs.ts';

const app = useTestApp();

const { here, first, made, timetable, locals, seriesRows } = useSeries(app);
const told = async (person: CastMember) =>
  (await (await app().as(person)).listNotifications()).body.results.map(({ title }) => title);

describe('changing a repeating session', () => {
  const change = async (id: string, body: Parameters<Client['updateSession']>[0]['body']) => {
    const answer = await (await app().as(app().cast.ana)).updateSession({ params: { id }, body });
    expect([answer.status, answer.error.code]).toEqual([200, undefined]);
    return answer.body;
  };
  const day = (week: number, more = 0) => `${Temporal.PlainDate.from(first()).add({ days: 7 * week + more })}`;

  test('this: leaves the others unchanged and the session in its series', async () => {
    await made();
    const [, second] = await timetable();
    const updated = await change(second!.id, { title: 'Arm day', start_time: `${day(1, 1)}T07:00` });
    expect(updated.series_id).toBe(second!.series_id);
    const after = await timetable();
    expect(after.map(({ title }) => title)).toEqual(['Leg day', 'Arm day', ...Array(6).fill('Leg day')]);
    expect(after[1]).toMatchObject({ local: `${day(1, 1)}T07:00`, occurrence_on: day(1) });
    expect(await seriesRows()).toHaveLength(1);
  });

  test('this and following: ends the series before it and continues as another', async () => {
    const { cast, db } = app();
    await made({ repeat_rule: `FREQ=WEEKLY;BYDAY=${weekdayCode(first())};COUNT=12` });
    const [, , third] = await timetable();
    await change(third!.id, { scope: 'following', start_time: `${day(2)}T07:30`, duration_minutes: 90 });
    const after = await timetable();
    expect(after.map(({ local }) => local.slice(11))).toEqual([...Array(2).fill('18:00'), ...Array(6).fill('07:30')]);
    expect(after.map(({ duration_minutes }) => duration_minutes)).toEqual([60, 60, ...Array(6).fill(90)]);
    const [before, now] = await seriesRows();
    expect(before).toMatchObject({
      rrule: `FREQ=WEEKLY;BYDAY=${weekdayCode(first())};UNTIL=${day(2, -1).replaceAll('-', '')}`,
    });
    expect(before?.ended_at).toBeInstanceOf(Date);
    expect(now).toMatchObject({ rrule: `FREQ=WEEKLY;BYDAY=${weekdayCode(first())};COUNT=10`, ended_at: null });
    expect(new Set(after.slice(2).map(({ series_id }) => series_id))).toEqual(new Set([now!.id]));
    const members = await db
      .selectFrom('session_series_members')
      .select('user_id')
      .where('series_id', '=', now!.id)
      .execute();
    expect(members).toEqual([{ user_id: cast.ana.id }]);
  });

  test('all: keeps individual changes', async () => {
    await made();
    const [one, two, three] = await timetable();
    await change(two!.id, { title: 'Arm day' });
    await change(three!.id, { start_time: `${day(2)}T12:00` });
    await change(one!.id, { scope: 'all', title: 'Heavy legs', start_time: `${day(0)}T19:00`, max_participants: 6 });
    const after = await timetable();
    expect(after.map(({ title }) => title)).toEqual(['Heavy legs', 'Arm day', ...Array(6).fill('Heavy legs')]);
    expect(after.map(({ local }) => local.slice(11))).toEqual(['19:00', '19:00', '12:00', ...Array(5).fill('19:00')]);
    expect(after.every(({ max_participants }) => max_participants === 6)).toBe(true);
    expect(await seriesRows()).toMatchObject([{ title: 'Heavy legs', ended_at: null }]);
  });

  test('moves the others along to another weekday, and makes later ones there', async () => {
    const { db } = app();
    await made();
    const [one] = await timetable();
    await change(one!.id, { scope: 'all', start_time: `${day(0, 1)}T18:00` });
    expect(await locals()).toEqual(weekly(day(0, 1), '18:00', 8));
    const now = (await seriesRows()).find(({ ended_at }) => ended_at === null);
    expect(now?.rrule).toBe(`FREQ=WEEKLY;BYDAY=${weekdayCode(first(), 1)}`);
    await db
      .deleteFrom('sessions')
      .where('starts_at', '>', new Date(Date.now() + 40 * 86_400_000))
      .execute();
    await db
      .updateTable('session_series')
      .set({ made_until: dayFromNow(40) })
      .where('ended_at', 'is', null)
      .execute();
    await enqueue(db, extendSeries, {});
    await app().runJobs();
    expect((await locals()).every((local) => weekdayCode(local.slice(0, 10)) === weekdayCode(first(), 1))).toBe(true);
    expect((await locals()).length).toBeGreaterThanOrEqual(7);
  });

  test('refuses a day the series already has, and another day for a monthly series', async () => {
    const both = `FREQ=WEEKLY;BYDAY=${[weekdayCode(first()), weekdayCode(first(), 1)].join(',')}`;
    const ana = await app().as(app().cast.ana);
    for (const repeat_rule of [both, 'FREQ=MONTHLY']) {
      const session = await made({ repeat_rule });
      const body = { scope: 'all', start_time: `${day(0, 1)}T18:00` } as const;
      const { status, error } = await ana.updateSession({ params: { id: session.id }, body });
      expect([status, error.code, Object.keys(error.details ?? {})]).toEqual([
        400,
        'validation_failed',
        ['start_time'],
      ]);
    }
  });

  test('cancels the sessions on days the gym is closed at the new time, and says why', async () => {
    const { cast, db } = app();
    await made();
    const [one, , three] = await timetable();
    await db
      .insertInto('session_participants')
      .values({ organization_id: here().organizationId, session_id: three!.id, user_id: cast.ben.id })
      .execute();
    await db
      .insertInto('schedule_overrides')
      .values({
        organization_id: here().organizationId,
        id: newId(),
        gym_id: here().gymId,
        first_day: day(2),
        last_day: day(2),
        opens: '10:00',
        closes: '20:00',
      })
      .execute();
    await change(one!.id, { scope: 'all', start_time: `${day(0)}T07:00` });
    const after = await timetable();
    expect(after.filter(({ status }) => status === 'cancelled').map(({ id }) => id)).toEqual([three!.id]);
    expect(await locals()).toEqual(weekly(first(), '07:00', 8).filter((_, week) => week !== 2));
    expect(await told(cast.ben)).toEqual([`Leg day was cancelled on ${dateInWords(day(2))}`]);
  });

  test('refuses fewer spots for all when one session has more members', async () => {
    const { cast, db } = app();
    await made();
    const [one, two] = await timetable();
    for (const person of [cast.ben, cast.cleo])
      await db
        .insertInto('session_participants')
        .values({ organization_id: here().organizationId, session_id: two!.id, user_id: person.id })
        .execute();
    const ana = await app().as(cast.ana);
    const { error } = await ana.updateSession({ params: { id: one!.id }, body: { scope: 'all', max_participants: 2 } });
    expect([error.code, Object.keys(error.details ?? {})]).toEqual(['spots_below_participants', ['max_participants']]);
    expect((await timetable()).every(({ max_participants }) => max_participants === 10)).toBe(true);
  });

  test('notifies each member once, about their first session', async () => {
    const { cast, db } = app();
    await made();
    const sessions = await timetable();
    for (const [person, from] of [
      [cast.ben, 0],
      [cast.cleo, 3],
    ] as const)
      await db
        .insertInto('session_participants')
        .values(
          sessions.slice(from).map(({ id }) => ({
            organization_id: here().organizationId,
            session_id: id,
            user_id: person.id,
          })),
        )
        .execute();
    await change(sessions[0]!.id, { scope: 'all', start_time: `${day(0)}T19:15` });
    const words = (week: number) =>
      `Leg day moved to ${timeWords('en-AU').moment(`${day(week)}T19:15`, dayFromNow(0))}, and so do the sessions after it`;
    expect(await told(cast.ben)).toEqual([words(0)]);
    expect(await told(cast.cleo)).toEqual([words(3)]);
    expect(await told(cast.ana)).toEqual([]);
    const changed = await db.selectFrom('live_events').select('type').where('type', '=', 'session.updated').execute();
    expect(changed).toHaveLength(8);
  });
});

describe('cancelling a repeating session', () => {
  test('cancels this, this and following, or all', async () => {
    const { cast, db } = app();
    await made();
    const sessions = await timetable();
    await db
      .insertInto('session_participants')
      .values(
        sessions.map(({ id }) => ({ organization_id: here().organizationId, session_id: id, user_id: cast.ben.id })),
      )
      .execute();
    const ana = await app().as(cast.ana);
    const cancel = async (n: number, scope: 'this' | 'following' | 'all') =>
      (await ana.cancelSession({ params: { id: sessions[n]!.id }, query: { scope, reason: 'Injured' } })).status;
    expect(await cancel(1, 'this')).toBe(204);
    expect((await locals()).length).toBe(7);
    expect(await cancel(4, 'following')).toBe(204);
    const left = weekly(first(), '18:00', 4).filter((_, week) => week !== 1);
    expect(await locals()).toEqual(left);
    await enqueue(db, extendSeries, {});
    await app().runJobs();
    expect(await locals()).toEqual(left);
    expect(await cancel(2, 'all')).toBe(204);
    expect(await locals()).toEqual([]);
    expect(await told(cast.ben)).toEqual([
      'Leg day was cancelled, and so are the sessions after it',
      'Leg day was cancelled',
    ]);
    expect((await ana.cancelSession({ params: { id: sessions[0]!.id }, query: { scope: 'all' } })).error.code).toBe(
      'session_cancelled',
    );
  });
});
