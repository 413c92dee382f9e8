import { expect, test } from 'vitest';
import { worldNames } from '#simulator/index.ts';
import { features } from '../model/risk.policy.ts';
import { fit } from '../model/risk-fit.policy.ts';
import { riskWeights } from '../model/risk-weights.generated.ts';
import { auc, calibrationError } from './measures.policy.ts';
import { trainingExamples } from './training.policy.ts';

test('training again on all worlds gives the stored weights', { timeout: 120_000 }, () => {
  expect(fit(worldNames.flatMap(trainingExamples))).toEqual(riskWeights);
});

test('the weights say what they should: overdue is a risk, booked and regular is not', () => {
  const raising = features.filter((name) => riskWeights.features[name].weight > 0);
  expect(raising).toEqual(expect.arrayContaining(['missed', 'overdue', 'record', 'invites_unanswered']));
  const lowering = features.filter((name) => riskWeights.features[name].weight < 0);
  expect(lowering).toEqual(expect.arrayContaining(['frequency', 'trend', 'booked', 'invites_answered']));
});

const scored = [
  { p: 0.1, left: false },
  { p: 0.4, left: true },
  { p: 0.4, left: false },
  { p: 0.9, left: true },
];

test('AUC is the share of pairs in the right order, ties counted half', () => {
  expect(auc(scored)).toBeCloseTo(3.5 / 4);
});

test('the calibration error is how far probabilities are from what came true', () => {
  // 0.1 off in the tenths at 0.1, 0.4 and 0.9, with one, two and one member.
  expect(calibrationError(scored)).toBeCloseTo((0.1 + 0.2 + 0.1) / 4);
});
