import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { fitnessLevels } from '@spotter/contract/users/fitness-levels.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitOf, inCommon, reasons, weights } from './fit.policy.ts';
import { bitsOf, HOURS, opennessOf, TWENTIETHS, TYPES, trainingFacts } from './training-facts.policy.ts';

const counted = fc.record({
  gymIds: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
  trained: fc.array(
    fc.record({
      gymId: fc.constantFrom('a', 'b', 'c', 'elsewhere'),
      weekday: fc.nat(6),
      hour: fc.nat(23),
      workout: fc.constantFrom(...workoutKinds),
    }),
    { maxLength: 60 },
  ),
  preferredTimes: fc.subarray(['early_morning', 'morning', 'evening', 'night', 'weekend']),
  favouriteWorkouts: fc.subarray([...workoutKinds]),
  accepted: fc.nat(5),
  asked: fc.integer({ min: 5, max: 20 }),
});
const member = fc
  .record({
    counted,
    level: fc.constantFrom(...fitnessLevels, null),
    goals: fc.subarray(['stronger', 'faster', 'calmer']),
    showsTimes: fc.boolean(),
    showsGoals: fc.boolean(),
  })
  .map(({ counted: rows, ...shown }) => ({ ...shown, facts: trainingFacts(rows), openness: opennessOf(rows) }));

const sum = (shares: readonly number[]) => shares.reduce((total, share) => total + share, 0);

test('shares of all gyms add up to one at most, and have a place each', () => {
  fc.assert(
    fc.property(counted, (rows) => {
      const facts = trainingFacts(rows);
      // Each gym's sum is rounded on its own.
      const most = TWENTIETHS + facts.length;
      for (const kind of ['hours', 'types'] as const) {
        const total = sum(facts.map((one) => sum(one[kind])));
        expect(total).toBeLessThanOrEqual(kind === 'hours' ? 2 * most : most);
      }
      for (const { hours, types } of facts) {
        expect([hours.length, types.length]).toEqual([HOURS, TYPES]);
        expect(Math.min(...hours, ...types)).toBeGreaterThanOrEqual(0);
        expect([...bitsOf(hours)].filter((bit) => bit === '1').length).toBe(sum(hours));
        expect(bitsOf(hours).length).toBe(HOURS * TWENTIETHS);
      }
    }),
  );
});

test('only what was done twice is usual', () => {
  const at = (hour: number, workout: (typeof workoutKinds)[number]) => ({ gymId: 'a', weekday: 1, hour, workout });
  const trained = [at(6, 'strength'), at(18, 'cardio'), at(18, 'cardio'), at(18, 'sports'), at(6, 'cardio')];
  const nothing = { gymIds: ['a'], preferredTimes: [], favouriteWorkouts: [], accepted: 0, asked: 0 };
  const [facts] = trainingFacts({ ...nothing, trained });
  expect(facts).toMatchObject({ usualHours: [18, 6], usualWorkouts: [18 * 8 + workoutKinds.indexOf('cardio')] });
});

test('a newcomer is compared by the profile, and a habit outweighs it', () => {
  const newcomer = {
    gymIds: ['a'],
    trained: [],
    preferredTimes: ['evening'],
    favouriteWorkouts: [],
    accepted: 0,
    asked: 0,
  };
  const evening = (hours: readonly number[]) => sum(hours.slice(16, 22));
  expect(evening(trainingFacts(newcomer)[0]!.hours)).toBe(TWENTIETHS);
  const trained = Array.from({ length: 18 }, () => ({ gymId: 'a', weekday: 0, hour: 6, workout: 'strength' as const }));
  expect(evening(trainingFacts({ ...newcomer, trained })[0]!.hours)).toBe(2);
});

test('two members suit each other equally, from nothing to everything', () => {
  expect(reasons.reduce((total, reason) => total + weights[reason], 0)).toBe(100);
  fc.assert(
    fc.property(member, member, fc.nat(9), fc.nat(9), (one, other, friends, together) => {
      const [there, back] = [inCommon(one, other, { friends, together }), inCommon(other, one, { friends, together })];
      expect(fitOf(there, one, other)).toBe(fitOf(back, other, one));
      for (const share of Object.values(there)) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1.1);
      }
    }),
  );
});
