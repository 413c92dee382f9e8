import type { WorldName } from '#simulator/index.ts';
import { features, leaveDays, type Weights } from '../model/risk.policy.ts';
import type { Example } from '../model/risk-fit.policy.ts';
import { play } from './played.policy.ts';

/** The seed that weights are trained with; measurements use others. */
const SEED = 1;
const MEMBERS = 400;
const WEEKS = 52;
const HOURS_A_WEEK = 168;
/** From the moment habits show, and every so many days until it is too late to know who left. */
const FIRST_WEEK = 12;
const STEP_DAYS = 29;

/** What a year in a world teaches. */
export function trainingExamples(world: WorldName): Example[] {
  const { examplesAt } = play({ world, members: MEMBERS, weeks: WEEKS, seed: SEED });
  const examples: Example[] = [];
  for (let now = FIRST_WEEK * HOURS_A_WEEK; now <= WEEKS * HOURS_A_WEEK - leaveDays * 24; now += STEP_DAYS * 24)
    examples.push(...examplesAt(now));
  return examples;
}

export const weightsFile = (
  weights: Weights,
) => `/** Written by npm run train-churn; docs/churn-report.md measures it. */
export const riskWeights = {
  intercept: ${weights.intercept},
  features: {
${features.map((name) => `    ${name}: { weight: ${weights.features[name].weight}, mean: ${weights.features[name].mean} },`).join('\n')}
  },
};
`;
