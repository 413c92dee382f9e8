import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { chooseTimes, type Habit, type Slot, usualness } from './training-times.policy.ts';

const HOUR = 3_600_000;
/** A week of open hours from Monday on, by a clock without daylight saving. */
const slots: Slot[] = Array.from({ length: 7 }, (_, weekday) =>
  Array.from({ length: 32 }, (_, half) => ({
    moment: weekday * 24 * HOUR + (6 + half / 2) * HOUR,
    day: `day ${weekday}`,
    weekday,
    minute: 360 + half * 30,
  })),
).flat();
const habit = (values: Partial<Habit>): Habit => ({ isKnown: true, trained: [], preferred: [], busy: [], ...values });
const at = (weekday: number, hour: number) => ({ weekday, minute: hour * 60 });
const shown = (moment: number) => `${Math.floor(moment / HOUR / 24)} ${(moment / HOUR) % 24}`;
const choose = (reader: Habit, ...others: Habit[]) =>
  chooseTimes(slots, reader, others, 60).map(({ moment, basis, canCome }) => [shown(moment), basis, canCome]);

test('offers the weekdays and hours at which both train', () => {
  const reader = habit({ trained: [at(1, 18), at(3, 18), at(5, 9)] });
  const other = habit({ trained: [at(1, 18), at(3, 18.5), at(6, 20)] });
  const times = choose(reader, other);
  expect(times).toHaveLength(3);
  expect(times).toEqual(
    expect.arrayContaining([
      ['1 18', 'shared', 1],
      ['3 18', 'shared', 1],
    ]),
  );
});

test('offers usual times from the profile to people who have not trained yet', () => {
  const times = choose(habit({ preferred: ['morning'] }), habit({ trained: [at(2, 9)] }));
  expect(times[0]).toBeDefined();
  for (const [time, basis] of times) expect([String(time).split(' ')[1], basis]).toEqual(['9', 'shared']);
});

test('offers the closest open times when no time suits both', () => {
  const times = choose(habit({ trained: [at(1, 7)] }), habit({ trained: [at(1, 19)] }));
  expect(times.map(([, basis, canCome]) => [basis, canCome])).toEqual(Array(3).fill(['near', 0]));
});

test('prefers the times at which most of a group can, and says how many', () => {
  const early = habit({ trained: [at(0, 7)] });
  const late = habit({ trained: [at(2, 18)] });
  const reader = habit({ trained: [at(0, 7), at(2, 18)] });
  expect(choose(reader, early, late, late).filter(([, , canCome]) => canCome === 2)).toHaveLength(3);
});

const someHabit = fc.record({
  isKnown: fc.boolean(),
  trained: fc.array(
    fc.record({ weekday: fc.integer({ min: 0, max: 6 }), minute: fc.integer({ min: 12, max: 43 }).map((n) => n * 30) }),
    { maxLength: 6 },
  ),
  preferred: fc.subarray(['early_morning', 'morning', 'midday', 'evening', 'weekend']),
  busy: fc.array(
    fc.integer({ min: 0, max: 160 }).map((hour) => ({ from: hour * HOUR, to: (hour + 2) * HOUR })),
    { maxLength: 8 },
  ),
});

test('never offers a closed or taken time, nor tells of times that are not known', () => {
  const groups = fc.array(someHabit, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(someHabit, groups, fc.subarray(slots), (reader, others, open) => {
      const times = chooseTimes(open, reader, others, 60);
      expect(times.length).toBeLessThanOrEqual(3);
      expect(times.map(({ moment }) => moment)).toEqual(times.map(({ moment }) => moment).toSorted((a, b) => a - b));
      const isTaken = (habit: Habit, moment: number) =>
        habit.busy.some(({ from, to }) => from < moment + HOUR && to > moment);
      for (const { moment, basis, canCome } of times) {
        const slot = open.find((one) => one.moment === moment)!;
        expect(slot).toBeDefined();
        expect(isTaken(reader, moment)).toBe(false);
        if (others.length === 1) expect(isTaken(others[0]!, moment)).toBe(false);
        const coming = others.filter((other) => usualness(other, slot) > 0 && !isTaken(other, moment));
        expect(canCome).toBe(coming.length);
        const own = usualness(reader, slot);
        if (basis === 'shared') expect(Math.min(own, canCome)).toBeGreaterThan(0);
        if (basis === 'yours') expect([own > 0, canCome]).toEqual([true, 0]);
        if (basis === 'theirs') expect([reader.isKnown, canCome > 0]).toEqual([false, true]);
        if (basis === 'near') expect(reader.isKnown).toBe(true);
      }
      // Unknown habits give the same answer, whatever they are.
      const emptied = others.map((other) => (other.isKnown ? other : { ...other, trained: [], preferred: [] }));
      expect(chooseTimes(open, reader, emptied, 60)).toEqual(times);
    }),
    runs(60),
  );
});
