import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addSession } from '#testing/test-data.ts';
import { runs } from '../../../../scripts/property-runs.ts';

const app = useTestApp();

type Span = { weekday: number; opens: string; closes: string };
type Override = { from: string; to: string; span: [string, string] | null };

const edges = ['00:00', '01:30', '02:00', '02:30', '03:00', '06:00', '12:00', '18:30', '22:00', '24:00'];
const span = fc
  .uniqueArray(fc.constantFrom(...edges), { minLength: 2, maxLength: 2 })
  .map((pair) => pair.toSorted() as [string, string]);
/** Also one that ends on the next day. */
const special = fc
  .tuple(span, fc.boolean())
  .map(([[from, to], isNight]): [string, string] => (isNight && to !== '24:00' ? [to, from] : [from, to]));
/** Up to two spans a day that don't overlap. */
const day = fc
  .uniqueArray(fc.constantFrom(...edges), { maxLength: 4 })
  .map((times) => times.toSorted())
  .map(
    (times) =>
      (times.length === 4
        ? [
            [times[0], times[1]],
            [times[2], times[3]],
          ]
        : times.length >= 2
          ? [[times[0], times[1]]]
          : []) as [string, string][],
  );
const week = fc
  .array(day, { minLength: 7, maxLength: 7 })
  .map((days) => days.flatMap((spans, weekday) => spans.map(([opens, closes]): Span => ({ weekday, opens, closes }))));

/** Days on which the clocks change, in years to come. */
const changes: [zone: string, day: string][] = [
  ['Australia/Sydney', '2031-10-05'],
  ['Australia/Sydney', '2032-04-04'],
  ['Australia/Lord_Howe', '2032-04-04'],
  ['America/New_York', '2031-03-09'],
  ['Europe/London', '2031-10-26'],
  ['Asia/Kathmandu', '2031-10-05'],
];

/** When a gym is open on a day, by the zone's rules alone: it opens at the first and closes at the last such moment. */
function openOn(on: Temporal.PlainDate, zone: string, spans: readonly [string, string][]): [number, number][] {
  const moment = (time: string, which: 'compatible' | 'later') =>
    (time === '24:00' ? on.add({ days: 1 }).toPlainDateTime('00:00') : on.toPlainDateTime(time)).toZonedDateTime(zone, {
      disambiguation: which,
    }).epochMilliseconds;
  return spans.map(([opens, closes]): [number, number] => [moment(opens, 'compatible'), moment(closes, 'later')]);
}

/** Counts by quarters of an hour. */
function isOpenThroughout(
  starts: number,
  minutes: number,
  zone: string,
  hours: readonly Span[],
  overrides: readonly Override[],
) {
  const first = Temporal.Instant.fromEpochMilliseconds(starts).toZonedDateTimeISO(zone).toPlainDate();
  const changedOn = (on: Temporal.PlainDate) =>
    overrides.findLast(({ from, to }) => from <= String(on) && String(on) <= to);
  const weeklyOn = (on: Temporal.PlainDate) => hours.filter(({ weekday }) => weekday === on.dayOfWeek - 1);
  // By the days on which spans begin: the rest of a night, weekly or special, goes with the evening before.
  const open = [-2, -1, 0, 1, 2].flatMap((days) => {
    const on = first.add({ days });
    const [next, before] = [on.add({ days: 1 }), on.subtract({ days: 1 })];
    const changed = changedOn(on);
    if (changed) {
      if (!changed.span) return [];
      const [opens, closes] = changed.span;
      if (opens < closes) return openOn(on, zone, [[opens, closes]]);
      return [...openOn(on, zone, [[opens, '24:00']]), ...openOn(next, zone, [['00:00', closes]])];
    }
    const isRest = (morning: Span, evening: Span) =>
      morning.opens === '00:00' && evening.closes === '24:00' && morning.closes <= evening.opens;
    const own = weeklyOn(on).filter((one) => !weeklyOn(before).some((evening) => isRest(one, evening)));
    const rest = weeklyOn(next).filter((one) => weeklyOn(on).some((evening) => isRest(one, evening)));
    const spans = (some: Span[]) => some.map((one): [string, string] => [one.opens, one.closes]);
    return [...openOn(on, zone, spans(own)), ...openOn(next, zone, spans(rest))];
  });
  return Array.from({ length: minutes / 15 }, (_, quarter) => starts + quarter * 15 * 60_000).every((moment) =>
    open.some(([from, to]) => from <= moment && moment < to),
  );
}

test('the affected sessions are those a naive count finds, around every change of the clocks', async () => {
  const { db, cast } = app();
  const [organization_id, gym_id] = [cast.organizations.ironHarbour, cast.gyms.barangaroo];
  const admin = await app().as(cast.olga);
  const params = { id: organization_id };
  const stay = fc.record({ quarter: fc.integer({ min: -160, max: 160 }), minutes: fc.constantFrom(15, 60, 150, 480) });
  const override = fc.record({
    first: fc.integer({ min: -2, max: 1 }),
    days: fc.integer({ min: 0, max: 2 }),
    span: fc.option(special),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...changes),
      week,
      week,
      fc.option(override),
      override,
      fc.array(stay, { minLength: 10, maxLength: 10 }),
      async ([zone, changeDay], before, after, standing, added, stays) => {
        const on = (days: number) => String(Temporal.PlainDate.from(changeDay).add({ days }));
        const overrideOf = (one: typeof added): Override => ({
          from: on(one.first),
          to: on(one.first + one.days),
          span: one.span,
        });
        await db.deleteFrom('sessions').execute();
        await db.deleteFrom('operating_hours').where('gym_id', '=', gym_id).execute();
        await db.deleteFrom('schedule_overrides').execute();
        await db.updateTable('gyms').set({ timezone: zone }).where('id', '=', gym_id).execute();
        const rows = before.map((one) => ({ ...one, organization_id, gym_id, id: newId() }));
        if (rows.length > 0) await db.insertInto('operating_hours').values(rows).execute();
        const overrides = standing ? [overrideOf(standing)] : [];
        for (const { from, to, span: given } of overrides)
          await db
            .insertInto('schedule_overrides')
            .values({
              ...{ organization_id, gym_id, id: newId(), first_day: from, last_day: to, closed: given === null },
              ...{ opens: given?.[0] ?? null, closes: given?.[1] ?? null },
            })
            .execute();
        const noon = Temporal.PlainDate.from(changeDay).toZonedDateTime(zone).epochMilliseconds;
        const sessions = [];
        for (const { quarter, minutes } of stays) {
          const starts = noon + quarter * 15 * 60_000;
          const id = await addSession(db, { gym: gym_id, host: cast.ana, starts_at: new Date(starts), minutes });
          sessions.push({ id, starts, minutes });
        }
        const wasOpen = sessions.filter(({ starts, minutes }) =>
          isOpenThroughout(starts, minutes, zone, before, overrides),
        );
        const affectedBy = (hours: readonly Span[], then: readonly Override[]) =>
          wasOpen
            .filter(({ starts, minutes }) => !isOpenThroughout(starts, minutes, zone, hours, then))
            .map(({ id }) => id)
            .toSorted();
        const ids = ({ body }: { body: { results: { id: string }[] } }) => body.results.map(({ id }) => id).toSorted();

        const weekly = await admin.previewOperatingHours({ params, body: { gym_ids: [gym_id], hours: after } });
        expect(ids(weekly)).toEqual(affectedBy(after, overrides));
        // What is suggested is open, and at the same time on the first day the gym is open then.
        for (const { starts_at, moves_to, duration_minutes } of weekly.body.results) {
          const isOpen = (moment: number) => isOpenThroughout(moment, duration_minutes, zone, after, overrides);
          if (moves_to) expect(isOpen(Date.parse(moves_to))).toBe(true);
          const wall = Temporal.Instant.from(starts_at).toZonedDateTimeISO(zone).toPlainDateTime();
          const moments = (days: number) =>
            (['earlier', 'later'] as const).map(
              (disambiguation) => wall.add({ days }).toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
            );
          const ahead = Array.from({ length: 15 }, (_, days) => moments(days));
          const first = ahead.findIndex((both) => both.some(isOpen));
          // Times that the clocks show twice or never have no one moment to compare with.
          const isClear = first >= 0 && ahead.slice(0, first + 1).every(([one, other]) => one === other);
          if (isClear) expect([starts_at, Date.parse(moves_to ?? '')]).toEqual([starts_at, ahead[first]![0]]);
        }

        const extra = overrideOf(added);
        const special = await admin.previewScheduleOverride({
          params,
          body: {
            gym_ids: [gym_id],
            override: {
              from: extra.from,
              to: extra.to,
              closed: !extra.span,
              opens: extra.span?.[0] ?? null,
              closes: extra.span?.[1] ?? null,
            },
          },
        });
        expect(ids(special)).toEqual(affectedBy(before, [...overrides, extra]));
      },
    ),
    runs(6),
  );
}, 60_000);
