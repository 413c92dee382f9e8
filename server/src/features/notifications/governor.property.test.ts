import { mostPushesADay, quietHoursFault } from '@spotter/contract/notification-delivery.ts';
import { notificationKinds } from '@spotter/contract/notification-kinds.ts';
import { dayAt, minutesOf, timeOf, wallAt } from '@spotter/contract/wall-clock.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { type Delivery, endOfQuiet, planDeliveries, type Rhythm } from './governor.policy.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Zones whose clocks change at different hours, by different amounts, or never. */
const zones = [
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'UTC',
];

const time = fc.integer({ min: 0, max: 1439 }).map(timeOf);
const rhythm: fc.Arbitrary<Rhythm> = fc.record({
  zone: fc.constantFrom(...zones),
  quiet: fc.oneof(
    { weight: 2, arbitrary: fc.constant({ from: '22:00', until: '07:00' }) },
    {
      weight: 3,
      arbitrary: fc.record({ from: time, until: time }).filter((hours) => quietHoursFault(hours) === null),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  digestAt: time,
});

/** Days on which the clocks of some of them change. */
const changes = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-04',
  '2026-04-05',
  '2026-04-23',
  '2026-09-06',
  '2026-09-26',
  '2026-10-03',
  '2026-10-25',
  '2026-10-29',
  '2026-11-01',
];
const start = fc.oneof(
  fc.integer({ min: 0, max: 365 * 24 * 60 }).map((minute) => Date.UTC(2026, 0, 1) + minute * MINUTE),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -24 * 60, max: 48 * 60 }))
    .map(([day, minute]) => Date.parse(`${day}T00:00Z`) + minute * MINUTE),
);
const told = fc.record({
  after: fc.integer({ min: 0, max: 7 * 24 * HOUR }),
  channel: fc.constantFrom('push', 'email'),
  kind: fc.constantFrom(...notificationKinds),
  startsIn: fc.option(fc.integer({ min: MINUTE, max: 48 * HOUR })),
  isOn: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  /** It is read this long after it was told, if ever. */
  readAfter: fc.option(fc.integer({ min: 0, max: 24 * HOUR }), { freq: 5 }),
  folded: fc.boolean(),
});

type Thing = Delivery & { toldAt: number; readAt: number; dueAt: number; sent: number[] };

/** Runs days of a member as the job does: everything due is decided, some minutes late. */
function live(things: Thing[], how: Rhythm, delays: readonly number[]) {
  const pushes: { at: number; things: Thing[] }[] = [];
  let steps = 0;
  for (;;) {
    const open = things.filter(({ dueAt }) => dueAt < Number.POSITIVE_INFINITY);
    if (open.length === 0) return { pushes, steps };
    const at = Math.min(...open.map(({ dueAt }) => dueAt)) + (delays[steps % delays.length] ?? 0);
    const now = new Date(at);
    steps++;
    // More than a month of moments: something waits forever.
    expect(steps).toBeLessThan(5000);
    const due = open.filter(({ dueAt }) => dueAt <= at);
    for (const thing of due) thing.isObsolete = thing.readAt <= at;
    const today = pushes.filter((push) => dayAt(push.at, how.zone) === dayAt(at, how.zone)).length;
    const plan = planDeliveries(due, how, today, now);
    for (const thing of plan.dropped) thing.dueAt = Number.POSITIVE_INFINITY;
    for (const { delivery, until } of plan.waiting) {
      expect(until.getTime()).toBeGreaterThan(at);
      delivery.dueAt = until.getTime();
    }
    for (const batch of [...plan.pushes, ...plan.mails])
      for (const thing of batch) {
        thing.sent.push(at);
        thing.dueAt = Number.POSITIVE_INFINITY;
      }
    for (const batch of plan.pushes) pushes.push({ at, things: batch });
  }
}

const isNight = ({ quiet, zone }: Rhythm, at: number) => {
  if (!quiet) return false;
  const [from, until, now] = [quiet.from, quiet.until, wallAt(at, zone).time].map(minutesOf) as [
    number,
    number,
    number,
  ];
  return from < until ? now >= from && now < until : now >= from || now < until;
};

test('loses nothing, doubles nothing and is never loud at night, on any days in any zone', () => {
  fc.assert(
    fc.property(
      rhythm,
      start,
      fc.array(told, { maxLength: 120 }),
      fc.array(fc.integer({ min: 0, max: 3 * MINUTE }), { minLength: 1, maxLength: 7 }),
      (how, first, all, delays) => {
        const things = all.map(({ after, startsIn, readAfter, folded, ...thing }): Thing => {
          const toldAt = first + after;
          return {
            ...thing,
            isObsolete: false,
            since: new Date(toldAt),
            sentAt: folded ? new Date(toldAt - MINUTE) : null,
            startsAt: startsIn === null ? null : new Date(toldAt + startsIn),
            toldAt,
            dueAt: toldAt,
            readAt: readAfter === null ? Number.POSITIVE_INFINITY : toldAt + readAfter,
            sent: [],
          } as Thing;
        });
        const { pushes } = live(things, how, delays);

        for (const { sent, isOn, readAt, toldAt, channel, kind } of things) {
          // Nothing is doubled, and nothing goes out that is switched off or read.
          expect(sent.length).toBeLessThanOrEqual(1);
          if (!isOn) expect(sent).toEqual([]);
          for (const at of sent) expect(at).toBeLessThan(readAt);
          // Nothing is lost: it went out, unless it was switched off or read first.
          if (isOn && readAt === Number.POSITIVE_INFINITY) expect(sent).toHaveLength(1);
          // A mail comes within a day, even when the clocks change; reminders come at once.
          const wait = (sent[0] ?? toldAt) - toldAt;
          if (channel === 'email') expect(wait).toBeLessThanOrEqual(26 * HOUR);
          if (kind === 'session_starts_soon') expect(wait).toBeLessThanOrEqual(3 * MINUTE);
        }
        const others = pushes.filter((push) => push.things.some(({ kind }) => kind !== 'session_starts_soon'));
        for (const { at, things: batch } of others) {
          expect(isNight(how, at)).toBe(false);
          expect(batch.every(({ kind }) => kind !== 'session_starts_soon')).toBe(true);
        }
        const perDay = Map.groupBy(others, ({ at }) => dayAt(at, how.zone));
        for (const day of perDay.values()) expect(day.length).toBeLessThanOrEqual(mostPushesADay);
      },
    ),
    runs(60),
  );
});

test('ends the quiet hours at the first moment that is not quiet', () => {
  fc.assert(
    fc.property(rhythm, start, (how, moment) => {
      const end = endOfQuiet(how, new Date(moment));
      expect(end !== null).toBe(isNight(how, moment));
      if (!end) return;
      expect(isNight(how, end.getTime())).toBe(false);
      for (let at = moment; at < end.getTime(); at += MINUTE) expect(isNight(how, at)).toBe(true);
    }),
    runs(60),
  );
});
