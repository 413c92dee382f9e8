import { type Feature, features, featuresOf, type RiskFacts, type Weights } from './risk.policy.ts';

export type Example = { facts: RiskFacts; left: boolean };

/**
 * Logistic regression by Newton's method. The ridge pulls each weight towards `towards`, so that it only moves as far as the
 * examples speak for it; the first column is the intercept, which is free.
 */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  outcomes: readonly boolean[],
  { ridge, towards }: { ridge: number; towards: readonly number[] },
): number[] {
  const size = towards.length;
  let weights = [...towards];
  for (let round = 0; round < ROUNDS; round++) {
    const gradient: number[] = Array(size).fill(0);
    const curvature = Array.from({ length: size }, (): number[] => Array(size).fill(0));
    for (const [index, row] of rows.entries()) {
      const p = 1 / (1 + Math.exp(-dot(row, weights)));
      const error = Number(outcomes[index]) - p;
      for (let a = 0; a < size; a++) {
        gradient[a]! += error * row[a]!;
        for (let b = 0; b <= a; b++) curvature[a]![b]! += p * (1 - p) * row[a]! * row[b]!;
      }
    }
    for (let a = 0; a < size; a++) {
      const pull = a === 0 ? TINY : ridge;
      gradient[a]! -= pull * (weights[a]! - towards[a]!);
      curvature[a]![a]! += pull;
      for (let b = a + 1; b < size; b++) curvature[a]![b] = curvature[b]![a]!;
    }
    const step = solve(curvature, gradient);
    // A whole step may overshoot where the examples are nearly separable.
    const largest = Math.max(...step.map(Math.abs));
    const part = largest > LONGEST_STEP ? LONGEST_STEP / largest : 1;
    weights = weights.map((weight, index) => weight + part * step[index]!);
    if (largest < PRECISE) break;
  }
  return weights;
}

const ROUNDS = 25;
const TINY = 1e-6;
const LONGEST_STEP = 2;
const PRECISE = 1e-7;

const dot = (row: readonly number[], weights: readonly number[]) => {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) sum += row[index]! * weights[index]!;
  return sum;
};

/** Keeps weights small where the examples say little. */
const RIDGE = 1;

/** The weights of a model made from examples alone, or pulled towards another one's. */
export function fit(examples: readonly Example[], from?: { weights: Weights; ridge: number }): Weights {
  const rows = examples.map(({ facts }) => {
    const values = featuresOf(facts);
    return features.map((name) => values[name]);
  });
  const means = features.map((_, column) => average(rows.map((row) => row[column]!)));
  // A feature that never varies here keeps the weight it is pulled towards.
  const deviations = features.map(
    (_, column) => Math.sqrt(average(rows.map((row) => (row[column]! - means[column]!) ** 2))) || 1,
  );
  const scaled = rows.map((row) => [1, ...row.map((value, column) => (value - means[column]!) / deviations[column]!)]);
  const start = features.map((name) => from?.weights.features[name].weight ?? 0);
  const towards = [
    (from?.weights.intercept ?? 0) + dot(means, start),
    ...start.map((weight, column) => weight * deviations[column]!),
  ];
  const outcomes = examples.map(({ left }) => left);
  const [level, ...fitted] = fitLogistic(scaled, outcomes, { ridge: from?.ridge ?? RIDGE, towards });
  const raw = fitted.map((weight, column) => weight / deviations[column]!);
  return {
    intercept: rounded(level! - dot(means, raw)),
    features: Object.fromEntries(
      features.map((name, column) => [name, { weight: rounded(raw[column]!), mean: rounded(means[column]!) }]),
    ) as Record<Feature, { weight: number; mean: number }>,
  };
}

/** Platt scaling: the same order of members, with probabilities as they came true. */
export function platt(examples: readonly Example[], weights: Weights): Weights {
  const names = features.map((name) => weights.features[name].weight);
  const rows = examples.map(({ facts }) => {
    const values = featuresOf(facts);
    return [
      1,
      dot(
        features.map((name) => values[name]),
        names,
      ) + weights.intercept,
    ];
  });
  const [shift, slope] = fitLogistic(
    rows,
    examples.map(({ left }) => left),
    { ridge: RIDGE, towards: [0, 1] },
  );
  return {
    intercept: rounded(shift! + slope! * weights.intercept),
    features: Object.fromEntries(
      features.map((name) => {
        const { weight, mean } = weights.features[name];
        return [name, { weight: rounded(slope! * weight), mean }];
      }),
    ) as Weights['features'],
  };
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Gaussian elimination with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const pivot = rows
      .map((row, index) => ({ index, value: Math.abs(row[column]!) }))
      .slice(column)
      .reduce((best, one) => (one.value > best.value ? one : best)).index;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let index = 0; index < size; index++) {
      if (index === column) continue;
      const factor = rows[index]![column]! / rows[column]![column]!;
      for (let at = column; at <= size; at++) rows[index]![at]! -= factor * rows[column]![at]!;
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!);
}
