import { type Feature, features, leaveDays, type Weights } from '../model/risk.policy.ts';
import { type Example, fit } from '../model/risk-fit.policy.ts';
import { auc, score, simulateExamples } from './fit.ts';

export const SEED = 20_261_116;
export const PEOPLE = 4_000;

const meanings: Record<Feature, string> = {
  recency: 'Days since the last session',
  missed: 'Sessions missed since then, by the usual rhythm',
  overdue: 'The days away against the member’s usual gap',
  record: 'The days away against the longest gap the member came back from, once longer',
  frequency: 'Sessions a week in the twelve weeks before the last four',
  trend: 'The last four weeks against those twelve',
  newcomer: 'Fewer than two sessions before the last four weeks',
  booked: 'Has joined an upcoming session',
  tenure: 'Weeks since joining the gym',
  friends_training: 'Friends who trained in the last 14 days',
  friends_stopped: 'Friends with a habit who have not',
  partner_stopped: 'The usual partner has not, and the member is away too',
  invites_answered: 'Session invites of the last 90 days that were answered',
  invites_unanswered: 'Session invites of the last 90 days without an answer',
};

const percent = (share: number) => `${Math.round(share * 100)} %`;
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** What the weights mean: the odds of leaving are multiplied by exp(weight) for one more of the feature. */
const weightRows = (weights: Weights) =>
  features.map((name) => {
    const { weight, mean } = weights.features[name];
    return [`\`${name}\``, meanings[name], String(weight), String(mean), weight > 0 ? 'more likely' : 'less likely'];
  });

function calibrationRows(examples: readonly Example[], weights: Weights): string[][] {
  const scored = score(examples, weights);
  return Array.from({ length: 10 }, (_, tenth) => {
    const some = scored.filter(({ p }) => Math.min(9, Math.floor(p * 10)) === tenth);
    const foretold = some.reduce((sum, { p }) => sum + p, 0) / some.length;
    const left = some.filter((one) => one.left).length / some.length;
    return [`${tenth * 10}–${tenth * 10 + 10} %`, String(some.length), percent(foretold), percent(left)];
  });
}

/** Trains on simulated gyms; the same seed gives the same weights and the same report. */
export function train(): { weights: Weights; report: string } {
  const { training, heldOut } = simulateExamples(SEED, PEOPLE);
  const weights = fit(training);
  const leaving = heldOut.filter(({ left }) => left).length;
  const report = `# Churn model: training report

\`npm run train-churn\` writes this page and the weights. [Churn](churn.md) explains the model and its limits.

**The model was trained on simulated members, not on real ones**, because there is no history of a real gym yet. The figures
below say how well it learned what the simulator assumes. They don't say how well it predicts your members.

| | |
| --- | --- |
| Seed, simulated members | ${SEED}, ${PEOPLE} |
| Examples to train on, held out | ${training.length}, ${heldOut.length} (other circles of friends) |
| Left within ${leaveDays} days, of the held out | ${leaving} (${percent(leaving / heldOut.length)}) |
| AUC on the held out | ${auc(score(heldOut, weights)).toFixed(3)} |
| AUC on the training set | ${auc(score(training, weights)).toFixed(3)} |

## Calibration on the held out

Of the members with a probability in this range, how many left:

${table(['probability', 'examples', 'mean probability', 'left'], calibrationRows(heldOut, weights))}

## Weights

Counts and days enter as ln(1 + value), the trend as the logarithm of the ratio. A positive weight makes leaving more likely.
The intercept is ${weights.intercept}.

${table(['feature', 'what it is', 'weight', 'mean', 'more of it makes leaving'], weightRows(weights))}
`;
  return { weights, report };
}

export const weightsFile = (weights: Weights) => `/** Written by npm run train-churn; see docs/churn-report.md. */
export const riskWeights = {
  intercept: ${weights.intercept},
  features: {
${features.map((name) => `    ${name}: { weight: ${weights.features[name].weight}, mean: ${weights.features[name].mean} },`).join('\n')}
  },
};
`;
