import { type Hours, openingOn, openMoments } from '@spotter/contract/gyms/open-times.ts';
import { addDays, closingMinute, minutesOf, momentOf, timeOf } from '@spotter/contract/wall-clock.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run, statement } from '#platform/db/statement.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { areOpen, spansSql } from './opening.repo.ts';

const app = useTestApp();

/** Two days on which clocks change, with the days around them. */
const changes: [zone: string, day: string][] = [
  ['Australia/Sydney', '2026-10-04'],
  ['Australia/Sydney', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['America/New_York', '2027-03-14'],
  ['America/Havana', '2026-11-01'],
  ['America/Santiago', '2026-09-06'],
  ['Europe/London', '2026-10-25'],
  ['Atlantic/Azores', '2026-10-25'],
  ['Asia/Kathmandu', '2026-10-04'],
];

const quarter = (from: number, to: number) => fc.integer({ min: from / 15, max: to / 15 }).map((n) => timeOf(n * 15));
const edge = fc.oneof(quarter(0, 240), quarter(0, 1440), fc.constantFrom('00:00', '24:00', '02:00', '06:00'));
const span = fc
  .uniqueArray(edge, { minLength: 2, maxLength: 2 })
  .map(([one, other]) => ({ opens: one!, closes: other! }));
const daySpan = span.map(({ opens, closes }) =>
  opens < closes ? { opens, closes } : { opens: closes, closes: opens },
);
/** Hours of a special day in order, the last of which may end in the night after it. */
const daySpans = fc
  .tuple(
    fc.integer({ min: 0, max: 95 }),
    fc.uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 6 }).map((points) => points.toSorted((a, b) => a - b)),
  )
  .map(([begin, points]) =>
    points.flatMap((point, index) => {
      const [opens, closes] = [(begin + point) * 15, (begin + (points[index + 1] ?? 0)) * 15];
      if (index % 2 === 1 || index + 1 === points.length || opens >= 1440) return [];
      return [{ opens: timeOf(opens), closes: timeOf(((closes - 1) % 1440) + 1) }];
    }),
  );

const weekly = fc.array(fc.record({ weekday: fc.integer({ min: 0, max: 6 }), span: daySpan }), { maxLength: 12 });
const override = fc.record({
  first: fc.integer({ min: -2, max: 2 }),
  days: fc.integer({ min: 0, max: 2 }),
  spans: daySpans,
  /** Many are made at once: then the id decides. */
  made: fc.integer({ min: 0, max: 2 }),
});
const start = fc.record({ day: fc.integer({ min: -1, max: 1 }), time: quarter(0, 1425) });

/** The weekly spans that don't overlap another of their day, as the contract demands. */
function asWeek(given: { weekday: number; span: { opens: string; closes: string } }[]): Hours['weekly'] {
  const week: Hours['weekly'][number][] = [];
  for (const { weekday, span } of given)
    if (week.every((one) => one.weekday !== weekday || one.closes <= span.opens || span.closes <= one.opens))
      week.push({ weekday, ...span });
  return week;
}

const spansStatement = statement('test-spans', { organizationId: 'uuid', gymId: 'uuid', day: 'date' })<{
  opens: string;
  closes: string;
}>(`select span.* from (select $organizationId as organization_id, $gymId as gym_id, $day as day) d,
  lateral ${spansSql('d')} span`);

/** Each minute of the day on which one of the spans is open. */
const minutesIn = (spans: readonly { opens: string; closes: string }[]) =>
  new Set(
    spans.flatMap(({ opens, closes }) =>
      Array.from({ length: minutesOf(closes) - minutesOf(opens) }, (_, n) => minutesOf(opens) + n),
    ),
  );

test('the web app and PostgreSQL agree on when a gym is open', async () => {
  const { db, cast } = app();
  const place = { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...changes),
      weekly,
      fc.array(override, { maxLength: 4 }),
      fc.array(start, { minLength: 8, maxLength: 8 }),
      fc.constantFrom(15, 60, 150, 480),
      async ([zone, change], given, others, starts, minutes) => {
        const key = () => ({ organization_id: place.organizationId, gym_id: place.gymId, id: newId() });
        const overrides = others.map(({ first, days, spans: [main, ...more], made }) => ({
          id: newId(),
          from: addDays(change, first),
          to: addDays(change, first + days),
          reason: '',
          closed: !main,
          opens: main?.opens ?? null,
          closes: main?.closes ?? null,
          more_hours: more,
          created_at: new Date(Date.UTC(2026, 0, 1 + made)).toISOString(),
        }));
        const hours: Hours = { weekly: asWeek(given), overrides };
        await db.updateTable('gyms').set({ timezone: zone }).where('id', '=', place.gymId).execute();
        await db.deleteFrom('operating_hours').execute();
        await db.deleteFrom('schedule_overrides').execute();
        if (hours.weekly.length > 0)
          await db
            .insertInto('operating_hours')
            .values(hours.weekly.map((one) => ({ ...key(), ...one })))
            .execute();
        for (const { id, from, to, more_hours, ...rest } of overrides)
          await db
            .insertInto('schedule_overrides')
            .values({
              ...key(),
              ...rest,
              id,
              first_day: from,
              last_day: to,
              more_hours: `{${more_hours.map((one) => `[${minutesOf(one.opens)},${closingMinute(one)})`)}}`,
            })
            .execute();

        for (const day of [addDays(change, -1), change, addDays(change, 1)])
          expect(minutesIn(openingOn(day, hours).spans)).toEqual(
            minutesIn(await run(db, spansStatement, { ...place, day })),
          );
        const stays = starts.map(({ day, time }) => ({ day: addDays(change, day), time }));
        const moments = stays.map(({ day, time }) => momentOf(`${day}T${time}`, zone, 'later'));
        const expected = stays.map(({ day }, index) => {
          const [from, to] = [moments[index]!.getTime(), moments[index]!.getTime() + minutes * 60_000];
          return openMoments(day, zone, hours).some(({ opens, closes }) => opens <= from && to <= closes);
        });
        expect(expected).toEqual(await areOpen(db, { ...place, minutes, starts: moments }));
      },
    ),
    runs(40),
  );
});
