import { leastRisk } from '@spotter/contract/desk/retention.ts';
import { describe, expect, test } from 'vitest';
import { chooseLeastSlipping, NIGHT_STEP_DAYS, nightsBefore, type PastNight } from './least-risk.policy.ts';
import { probabilityOf, type RiskFacts } from './risk.policy.ts';
import { riskWeights } from './risk-weights.generated.ts';

const now = new Date('2026-11-18T03:00:00Z');
const DAY = 24 * 3_600_000;
const facts = (days_away: number): RiskFacts => ({
  ...{ days_away, recent: 4, usual: 1, is_new: false, usual_gap: 6, longest_gap: 15, booked: false, weeks_here: 50 },
  ...{ friends_training: 1, friends_stopped: 0, partner_stopped: false, invites_answered: 0, invites_unanswered: 0 },
});

/**
 * Members who come every four days. On each of the nights some more stop for good, and others stay away for a while and come back
 * before `backAfter` days.
 */
function gym({ stops, pauses, backAfter }: { stops: number; pauses: number; backAfter: number }): PastNight[] {
  const nights = nightsBefore(now);
  const absences = nights.flatMap((_, from) => [
    ...Array.from({ length: stops }, (__, index) => ({ id: `stops ${from} ${index}`, from, back: Infinity })),
    ...Array.from({ length: pauses }, (__, index) => ({ id: `pauses ${from} ${index}`, from, back: backAfter })),
  ]);
  return nights.map((at, night) => ({
    day: at.getTime() / DAY,
    members: absences.flatMap(({ id, from, back }) => {
      const away = (night - from) * NIGHT_STEP_DAYS;
      if (away < 0 || away >= 60) return [];
      const isBack = away >= back;
      return [{ user_id: id, facts: facts(isBack ? 0 : away), left: !isBack && back - away > 30 }];
    }),
  }));
}

const named = (limit: number, daysAway: number) => probabilityOf(facts(daysAway), riskWeights) >= limit;

describe('the limit of a gym', () => {
  test('is lower where nearly everyone who is away for a while has left', () => {
    const limit = chooseLeastSlipping(gym({ stops: 2, pauses: 0, backAfter: 0 }), riskWeights);
    expect(named(limit, 14)).toBe(true);
    expect(limit).toBeLessThanOrEqual(0.36);
  });

  test('waits where most who are away for two weeks come back', () => {
    const few = chooseLeastSlipping(gym({ stops: 1, pauses: 1, backAfter: 10 }), riskWeights);
    const many = chooseLeastSlipping(gym({ stops: 1, pauses: 12, backAfter: 18 }), riskWeights);
    expect(many).toBeGreaterThan(few);
    expect(named(many, 14)).toBe(false);
  });

  test('is the shipped one where too few stopped to tell', () => {
    expect(chooseLeastSlipping([], riskWeights)).toBe(leastRisk.slipping);
    expect(chooseLeastSlipping(gym({ stops: 0, pauses: 3, backAfter: 10 }), riskWeights)).toBe(leastRisk.slipping);
  });
});

test('looks at nights of which is known who left', () => {
  const nights = nightsBefore(now);
  expect(nights.at(-1)).toEqual(new Date(now.getTime() - 30 * DAY));
  expect(nights[1]!.getTime() - nights[0]!.getTime()).toBe(NIGHT_STEP_DAYS * DAY);
});
