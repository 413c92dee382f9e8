import { expect, test } from 'vitest';
import { calibrate, momentsOf, type OwnExample, weeksOf } from './calibration.policy.ts';
import { probabilityOf, type RiskFacts } from './risk.policy.ts';

const DAY = 24 * 3_600_000;
const facts = (days_away: number): RiskFacts => ({
  ...{ days_away, recent: 2, usual: 1, is_new: false, usual_gap: 7, longest_gap: 20, booked: false, weeks_here: 50 },
  ...{ friends_training: 1, friends_stopped: 0, partner_stopped: false, invites_answered: 0, invites_unanswered: 0 },
});
/** Members of whom the share that left grows with the days away, up to `most`. */
const examples = (count: number, most: number): OwnExample[] =>
  Array.from({ length: count }, (_, index) => {
    const daysAway = index % 40;
    return {
      user_id: String(index),
      facts: facts(daysAway),
      left: (index * 7919) % 1000 < (1000 * most * daysAway) / 40,
    };
  });

const year = { weeks: 52, known: 1 };

test.each([
  ['one season', { weeks: 13, known: 1 }, examples(4000, 0.8), 'weeks'],
  ['hardly a check-in', { weeks: 52, known: 0.3 }, examples(4000, 0.8), 'check_ins'],
  ['no leavers', year, examples(4000, 0), 'any_leavers'],
  ['few leavers', year, examples(200, 0.5), 'leavers'],
  ['only leavers', year, examples(400, 0.5).map((one) => ({ ...one, left: true })), 'stayers'],
] as const)('refuses a history with %s', (_, basis, given, lacks) => {
  expect(calibrate(basis, given)).toMatchObject({ weights: null, lacks, weeks: basis.weeks });
});

test('gives probabilities as they came true in the gym', () => {
  for (const most of [0.2, 0.9]) {
    const given = examples(4000, most);
    const { weights } = calibrate(year, given);
    const away = given.filter((one) => one.facts.days_away >= 30);
    const left = away.filter((one) => one.left).length / away.length;
    const foretold = away.reduce((sum, one) => sum + probabilityOf(one.facts, weights!), 0) / away.length;
    expect(foretold).toBeCloseTo(left, 1);
  }
});

test('looks at moments that are late enough for a habit and early enough to know who left', () => {
  const now = new Date('2026-11-18T03:00:00Z');
  const first = new Date(now.getTime() - 365 * DAY);
  const moments = momentsOf(first, now);
  expect(moments[0]).toEqual(new Date(now.getTime() - 30 * DAY));
  expect(moments.at(-1)!.getTime()).toBeGreaterThanOrEqual(first.getTime() + 56 * DAY);
  expect(weeksOf(moments)).toBeGreaterThan(26);
  expect(momentsOf(null, now)).toEqual([]);
  expect(momentsOf(new Date(now.getTime() - 60 * DAY), now)).toEqual([]);
});
