import { seriesLimits } from '@spotter/contract/sessions/limits.ts';
import { addDays } from '@spotter/contract/wall-clock.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { dayFromNow } from '#testing/hours.ts';
import { useSeries, weekdayCode } from '#testing/series.ts';
import { runs } from '../../../../../scripts/property-runs.ts';
import { daysOf, storedRule } from './series-rule.policy.ts';

const app = useTestApp();
const { first, made, timetable, seriesRows } = useSeries(app);

const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 });
const step = fc.record({
  days: weekdays,
  every: fc.constantFrom(1, 1, 2),
  count: fc.constantFrom(null, null, 3, 12),
  scope: fc.constantFrom('following' as const, 'all' as const),
  which: fc.nat(30),
});

test('any sequence of rules leaves the days of the last one, keeps sessions on them, and keeps the members', async () => {
  const { cast, db } = app();
  const [ana, ben] = [await app().as(cast.ana), await app().as(cast.ben)];
  await fc.assert(
    fc.asyncProperty(weekdays, fc.array(step, { minLength: 1, maxLength: 4 }), async (begin, steps) => {
      for (const table of ['sessions', 'session_series'] as const) await db.deleteFrom(table).execute();
      const byDay = (days: number[]) => days.map((day) => weekdayCode(first(), day)).join(',');
      const session = await made({ repeat_rule: `FREQ=WEEKLY;BYDAY=${byDay(begin)}` });
      expect((await ben.joinSession({ params: { id: session.id }, body: { scope: 'all' } })).status).toBe(200);
      let seriesId = session.series_id;
      for (const { days, every, count, scope, which } of steps) {
        const before = await timetable();
        const ahead = before.filter(({ series_id, status }) => series_id === seriesId && status === 'active');
        const target = ahead[which % ahead.length];
        if (!target) break;
        await db.deleteFrom('notifications').execute();
        const end = count ? `;COUNT=${count}` : '';
        const repeat_rule = `FREQ=WEEKLY${every > 1 ? `;INTERVAL=${every}` : ''};BYDAY=${byDay(days)}${end}`;
        const { status } = await ana.updateSession({ params: { id: target.id }, body: { scope, repeat_rule } });
        expect(status).toBe(200);
        // Once about changes, and once about all cancelled dates.
        const kinds = (await ben.listNotifications()).body.results.map(({ kind }) => kind);
        expect(kinds).toHaveLength(new Set(kinds).size);

        const after = await timetable();
        const series = (await seriesRows()).find(({ ended_at }) => ended_at === null)!;
        if (series.id !== seriesId) {
          // The sessions in scope are in another series, exactly on the days of the rule.
          const now = after.filter(({ series_id, status }) => series_id === series.id && status === 'active');
          const row = await db
            .selectFrom('session_series')
            .select((eb) => eb.cast<string>('starts_local', 'text').as('starts'))
            .where('id', '=', series.id)
            .executeTakeFirstOrThrow();
          const starts = row.starts.slice(0, 10);
          const until = [dayFromNow(seriesLimits.daysAhead), starts].toSorted().at(-1)!;
          const given = daysOf(storedRule(series.rrule), starts, { from: starts, to: until });
          // An opened session may have moved, now or before, to a day that is not due yet.
          const due = now.filter(({ occurrence_on }) => occurrence_on! <= until);
          expect(due.map(({ occurrence_on }) => occurrence_on)).toEqual(given);
          expect(now.every(({ local, occurrence_on }) => local === `${occurrence_on}T18:00`)).toBe(true);
          const from = scope === 'all' ? ahead[0]! : target;
          expect(starts >= from.occurrence_on!).toBe(true);
          expect(starts < addDays(from.occurrence_on!, 7)).toBe(true);
        }
        for (const old of ahead) {
          const now = after.find(({ id }) => id === old.id)!;
          const inScope = scope === 'all' || old.occurrence_on! >= target.occurrence_on!;
          const has = after.some((one) => one.series_id === series.id && one.occurrence_on === old.occurrence_on);
          if (!inScope || series.id === seriesId) expect(now).toEqual(old);
          else if (has) expect(now).toEqual({ ...old, series_id: series.id });
          else if (now.id !== target.id) expect(now).toEqual({ ...old, status: 'cancelled' });
        }
        const spots = await db
          .selectFrom('session_participants')
          .select('session_id')
          .where('user_id', '=', cast.ben.id)
          .execute();
        const comes = new Set(spots.map(({ session_id }) => session_id));
        expect(after.filter(({ status, id }) => status === 'active' && !comes.has(id))).toEqual([]);
        seriesId = series.id;
      }
    }),
    runs(4),
  );
});
