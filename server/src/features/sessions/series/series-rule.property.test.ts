import { firstDayOfRule, weekdayCodes } from '@spotter/contract/sessions/repeat-rule.ts';
import { addDays } from '@spotter/contract/wall-clock.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../scripts/property-runs.ts';
import { daysOf, type Rule, ruleText } from './series-rule.policy.ts';

const weekday = fc.constantFrom(...weekdayCodes);
const place = fc.integer({ min: -5, max: 5 }).filter((at) => at !== 0);
const placed = fc.tuple(place, weekday).map(([at, code]) => `${at}${code}`);
const date = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant(-1));
const some = <T>(one: fc.Arbitrary<T>) => fc.uniqueArray(one, { minLength: 1, maxLength: 3 });

const on = fc.oneof(
  some(weekday).map((byDay) => ({ freq: 'DAILY' as const, byDay, byMonthDay: [] })),
  some(weekday).map((byDay) => ({ freq: 'WEEKLY' as const, byDay, byMonthDay: [] })),
  some(placed).map((byDay) => ({ freq: 'MONTHLY' as const, byDay, byMonthDay: [] })),
  some(date).map((byMonthDay) => ({ freq: 'MONTHLY' as const, byDay: [], byMonthDay })),
  fc.constantFrom('DAILY' as const, 'WEEKLY' as const).map((freq) => ({ freq, byDay: [], byMonthDay: [] })),
);
const day = fc.integer({ min: 0, max: 1500 }).map((ahead) => addDays('2027-01-01', ahead));

test('the first day of a rule is the first that RFC 5545 gives, counted from the day it is asked for', () =>
  fc.assert(
    fc.property(on, day, fc.option(fc.integer({ min: 0, max: 60 })), (shape, from, lasts) => {
      const until = lasts === null ? null : addDays(from, lasts);
      const rule: Rule = { ...shape, interval: 1, weekStart: null, count: null, until };
      const [first = null] = daysOf(rule, from, { from, to: addDays(from, 400) });
      expect(firstDayOfRule(ruleText(rule), from)).toBe(first);
    }),
    runs(60),
  ));
