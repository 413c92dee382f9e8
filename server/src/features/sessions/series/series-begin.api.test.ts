import { describe, expect, test } from 'vitest';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import { dateInWords, weekly } from '#testing/series.ts';
import { useSeriesChanges } from '#testing/worlds/series-changes.ts';
import { extendSeries } from './series.jobs.ts';

const app = useTestApp();
const { made, timetable, locals, seriesRows, send, change, join, told, forget, peopleIn, day, on, active, overDays } =
  useSeriesChanges(app);

describe('a single session that starts to repeat', () => {
  test('becomes the first of a series and keeps its members and chat; only its host joins every session', async () => {
    const { cast } = app();
    const single = await made({ repeat_rule: undefined });
    await join(cast.ben, single.id, 'this');
    await forget();
    const body = { repeat_rule: `FREQ=WEEKLY;BYDAY=${on(0, 2)}`, title: 'Every Leg day' };
    const answer = await change(single.id, body);
    expect(answer).toMatchObject({
      id: single.id,
      start_time: { utc: single.start_time.utc },
      current_participants: 2,
    });
    expect(answer.series).toMatchObject({ rule: body.repeat_rule, joined: true });
    const sessions = await active();
    expect(sessions.map(({ local }) => local)).toEqual(
      overDays(weekly(day(0), '18:00', 8), weekly(day(0, 2), '18:00', 8)),
    );
    expect(sessions.every(({ title }) => title === 'Every Leg day')).toBe(true);
    expect(await peopleIn(sessions[1]!.id)).toEqual(['ana']);
    expect(await told(cast.ben)).toEqual([
      ['Every Leg day has new details', answer.series!.in_words.replace('E', 'It now repeats e')],
    ]);
    // The response may get lost: a retry, for this session or for all, succeeds.
    const before = await timetable();
    await change(single.id, body);
    await change(single.id, { ...body, scope: 'all' });
    expect(await timetable()).toEqual(before);
    expect(await seriesRows()).toHaveLength(1);
  });

  test('keeps its time, so a rule without its day is refused', async () => {
    const single = await made({ repeat_rule: undefined });
    const { error } = await send(single.id, { repeat_rule: `FREQ=WEEKLY;BYDAY=${on(1)}` });
    expect(error.code).toBe('series_rule_invalid');
    expect(error.details?.repeat_rule?.[0]).toMatch(
      /^The session is on \w+ \d+ \w+, which isn't one of the days it repeats on$/,
    );
    expect(await seriesRows()).toEqual([]);
    const moved = await change(single.id, {
      repeat_rule: `FREQ=WEEKLY;BYDAY=${on(1)}`,
      start_time: `${day(0, 1)}T18:00`,
    });
    expect(moved.start_time.local.slice(0, 16)).toBe(`${day(0, 1)}T18:00`);
    expect(await locals()).toEqual(weekly(day(0, 1), '18:00', 8));
  });
});

describe('stopping a series', () => {
  test.each([['following'], ['all']] as const)('keeps only the opened session, as a single one (%s)', async (scope) => {
    const { cast, db } = app();
    await made();
    const sessions = await timetable();
    const [one, two, three] = sessions;
    await join(cast.ben, two!.id);
    await join(cast.cleo, three!.id, 'this');
    await forget();
    const body = { scope, repeat_rule: null };
    const answer = await change(two!.id, body);
    expect(answer).toMatchObject({ series: null, series_id: null, status: 'active', current_participants: 2 });
    expect((await active()).map(({ id }) => id)).toEqual(scope === 'all' ? [two!.id] : [one!.id, two!.id]);
    const gone = (scope === 'all' ? [one!, ...sessions.slice(2)] : sessions.slice(2)).map((s) => dateInWords(s.local));
    expect(await told(cast.ben)).toEqual([
      [
        `Leg day was cancelled on ${gone.slice(0, 3).join(', ')} and ${gone.length - 3} more dates`,
        `It no longer repeats. Cancelled: ${gone.join(', ')}`,
      ],
    ]);
    expect(await told(cast.cleo)).toEqual([
      [`Leg day was cancelled on ${dateInWords(three!.local)}`, 'It no longer repeats'],
    ]);
    await change(two!.id, body);
    await enqueue(db, extendSeries, {});
    await app().runJobs();
    expect(await active()).toHaveLength(scope === 'all' ? 1 : 2);
    expect((await seriesRows()).every(({ ended_at }) => ended_at !== null)).toBe(true);
  });

  test('can also change the time, and notifies the members', async () => {
    const { cast } = app();
    await made();
    const [one] = await timetable();
    await join(cast.ben, one!.id);
    await forget();
    await change(one!.id, { scope: 'all', repeat_rule: null, start_time: `${day(0)}T07:00` });
    expect(await locals()).toEqual([`${day(0)}T07:00`]);
    expect(await told(cast.ben)).toEqual([
      [
        expect.stringMatching(/^Leg day was cancelled on .* more dates$/),
        expect.stringMatching(/^It no longer repeats/),
      ],
      [expect.stringMatching(/^Leg day moved to .*, 7:00 am$/), 'It no longer repeats'],
    ]);
  });
});
