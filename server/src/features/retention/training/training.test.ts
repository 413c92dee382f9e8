import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { features } from '../model/risk.policy.ts';
import { riskWeights } from '../model/risk-weights.generated.ts';
import { auc } from './fit.ts';
import { train } from './report.ts';

test('training again gives the stored weights and report', { timeout: 60_000 }, () => {
  const { weights, report } = train();
  expect(weights).toEqual(riskWeights);
  const stored = readFileSync(new URL('../../../../../docs/churn-report.md', import.meta.url), 'utf8');
  expect(report).toBe(stored);
});

test('the weights say what they should: away and alone is a risk, booked and regular is not', () => {
  const raising = features.filter((name) => riskWeights.features[name].weight > 0);
  expect(raising).toEqual(expect.arrayContaining(['recency', 'missed', 'partner_stopped', 'invites_unanswered']));
  const lowering = features.filter((name) => riskWeights.features[name].weight < 0);
  expect(lowering).toEqual(expect.arrayContaining(['frequency', 'trend', 'booked', 'friends_training']));
});

test('AUC is the share of pairs in the right order, ties counted half', () => {
  const scored = [
    { p: 0.1, left: false },
    { p: 0.4, left: true },
    { p: 0.4, left: false },
    { p: 0.9, left: true },
  ];
  expect(auc(scored)).toBeCloseTo(3.5 / 4);
});
