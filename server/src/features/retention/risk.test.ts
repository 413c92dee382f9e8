import { leastRisk } from '@spotter/contract/desk/retention.ts';
import { describe, expect, test } from 'vitest';
import { probabilityOf, type RiskFacts } from './model/risk.policy.ts';
import { riskWeights } from './model/risk-weights.generated.ts';
import { factorsOf, levelOf, reasonFor, rhythmOf } from './risk.words.ts';

const facts = (more: Partial<RiskFacts> = {}): RiskFacts => ({
  days_away: 19,
  recent: 1,
  usual: 2,
  is_new: false,
  usual_gap: 3,
  longest_gap: 9,
  booked: false,
  weeks_here: 60,
  friends_training: 2,
  friends_stopped: 0,
  partner_stopped: false,
  invites_answered: 0,
  invites_unanswered: 0,
  ...more,
});
const judged = (more: Partial<RiskFacts> = {}, daysAway = 19) => ({
  facts: facts(more),
  daysAway,
  lastMonth: 'October',
  thisMonth: 'November',
});

describe('the reason', () => {
  test('says how often the member trained, since when nothing, and who stopped too', () => {
    expect(reasonFor(judged({ partner_stopped: true }))).toBe(
      'Trained twice a week until October, nothing for 19 days; their usual partner stopped too',
    );
  });

  test('leaves out the month when it is this one', () => {
    expect(reasonFor({ ...judged(), thisMonth: 'October' })).toBe('Trained twice a week, nothing for 19 days');
  });

  test('compares with the usual rhythm while the member still comes', () => {
    expect(reasonFor(judged({ recent: 1, usual: 3 }, 4))).toBe(
      'Used to train three times a week, only once in the last four weeks',
    );
  });

  test('names at most two things besides training', () => {
    const all = judged({ partner_stopped: true, friends_stopped: 2, friends_training: 0, invites_unanswered: 3 });
    expect(reasonFor(all)).toBe(
      'Trained twice a week until October, nothing for 19 days; their usual partner stopped too; three unanswered invites',
    );
    expect(reasonFor(judged({ friends_stopped: 1, friends_training: 0 }))).toContain('; one friend stopped too');
    expect(reasonFor(judged({ friends_training: 0 }))).toContain('; no friends here who train');
  });
});

test.each([
  [4.6, 'five times a week'],
  [1.6, 'twice a week'],
  [0.8, 'once a week'],
  [0.5, 'twice a month'],
  [0.1, 'once a month'],
])('%s sessions a week are %s', (perWeek, words) => {
  expect(rhythmOf(perWeek)).toBe(words);
});

test('factors tell what raises the risk and what lowers it', () => {
  const factors = factorsOf(judged({ invites_unanswered: 4, booked: true }), riskWeights);
  expect(factors).toContainEqual({ name: 'booked', text: 'Has joined an upcoming session', raises: false });
  expect(factors).toContainEqual({ name: 'invites_unanswered', text: 'Four unanswered invites', raises: true });
});

test('a probability has a word', () => {
  expect([0.1, 0.4, 0.6, 0.9].map((p) => levelOf(p, leastRisk.quiet))).toEqual([
    'low',
    'possible',
    'likely',
    'very_likely',
  ]);
});

describe('the verdict on the same absence follows the own rhythm', () => {
  const verdict = (more: Partial<RiskFacts>) => levelOf(probabilityOf(facts(more)), leastRisk.slipping);

  test('of a regular member, and of an irregular one who has come back from longer ones', () => {
    const away = { days_away: 12, recent: 4 };
    expect(verdict({ ...away, usual: 2, usual_gap: 3, longest_gap: 9 })).toBe('possible');
    expect(verdict({ ...away, recent: 2, usual: 0.5, usual_gap: 14, longest_gap: 40 })).toBe('low');
  });

  test('of a newcomer, who is compared with the gaps of the first weeks', () => {
    const newcomer = { is_new: true, weeks_here: 4, days_away: 9 };
    expect(verdict({ ...newcomer, recent: 5, usual: 2, usual_gap: 3, longest_gap: 4 })).toBe('possible');
    expect(verdict({ ...newcomer, recent: 3, usual: 0.8, usual_gap: 8, longest_gap: 12 })).toBe('low');
    // A first visit a while ago is no trend.
    const factors = factorsOf(judged({ ...newcomer, recent: 3 }, 9), riskWeights);
    expect(factors.map(({ name }) => name)).not.toContain('trend');
  });
});
