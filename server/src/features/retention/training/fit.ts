import { type Feature, features, featuresOf, probabilityOf, type RiskFacts, type Weights } from '../risk.policy.ts';
import { factsAt } from './history.ts';
import { simulateGym } from './simulator.ts';

export type Example = { facts: RiskFacts; left: boolean };
export type Examples = { training: Example[]; heldOut: Example[] };

/** A member left if they didn't train in the days that follow. */
export const leaveDays = 30;
const snapshots = [60, 90, 120, 150, 180];

/** Examples from one simulated gym. Of every ten circles of friends three are set aside, and never trained on. */
export function simulateExamples(seed: number, people: number): Examples {
  const gym = simulateGym(seed, people, Math.max(...snapshots) + leaveDays + 1);
  const examples: Examples = { training: [], heldOut: [] };
  for (const day of snapshots) {
    const stayed = gym.trainedBetween(day - 1, day - 1 + leaveDays);
    for (const [id, facts] of factsAt(gym.at(day), day * 24))
      (gym.groupOf(id) % 10 < 3 ? examples.heldOut : examples.training).push({ facts, left: !stayed.has(id) });
  }
  return examples;
}

/** Keeps weights small where the examples say little. */
const RIDGE = 1;

/** Logistic regression by Newton's method, on features with mean 0 and deviation 1; the weights are for the raw ones. */
export function fit(examples: readonly Example[]): Weights {
  const rows = examples.map(({ facts }) => {
    const values = featuresOf(facts);
    return features.map((name) => values[name]);
  });
  const means = features.map((_, column) => average(rows.map((row) => row[column]!)));
  const deviations = features.map(
    (_, column) => Math.sqrt(average(rows.map((row) => (row[column]! - means[column]!) ** 2))) || 1,
  );
  const scaled = rows.map((row) => [1, ...row.map((value, column) => (value - means[column]!) / deviations[column]!)]);
  const size = features.length + 1;
  let weights: number[] = Array(size).fill(0);
  for (let round = 0; round < 12; round++) {
    const gradient: number[] = Array(size).fill(0);
    const curvature = Array.from({ length: size }, (_, index): number[] =>
      Array.from({ length: size }, (_, other) => (index === other && index > 0 ? RIDGE : 0)),
    );
    for (const [index, row] of scaled.entries()) {
      const p = 1 / (1 + Math.exp(-row.reduce((sum, value, column) => sum + value * weights[column]!, 0)));
      const error = Number(examples[index]!.left) - p;
      for (let a = 0; a < size; a++) {
        gradient[a]! += error * row[a]!;
        for (let b = 0; b <= a; b++) curvature[a]![b]! += p * (1 - p) * row[a]! * row[b]!;
      }
    }
    for (let a = 0; a < size; a++) {
      if (a > 0) gradient[a]! -= RIDGE * weights[a]!;
      for (let b = a + 1; b < size; b++) curvature[a]![b] = curvature[b]![a]!;
    }
    const step = solve(curvature, gradient);
    weights = weights.map((weight, index) => weight + step[index]!);
  }
  const raw = features.map((_, column) => weights[column + 1]! / deviations[column]!);
  const intercept = weights[0]! - raw.reduce((sum, weight, column) => sum + weight * means[column]!, 0);
  return {
    intercept: rounded(intercept),
    features: Object.fromEntries(
      features.map((name, column) => [name, { weight: rounded(raw[column]!), mean: rounded(means[column]!) }]),
    ) as Record<Feature, { weight: number; mean: number }>,
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

/** How often a member who left had the higher probability, of all pairs of one who left and one who stayed. */
export function auc(scored: readonly { p: number; left: boolean }[]): number {
  const sorted = scored.toSorted((one, other) => one.p - other.p);
  let rank = 0;
  let sum = 0;
  while (rank < sorted.length) {
    const tied = sorted.slice(rank).findIndex(({ p }) => p !== sorted[rank]!.p);
    const end = tied === -1 ? sorted.length : rank + tied;
    const mean = (rank + 1 + end) / 2;
    for (const { left } of sorted.slice(rank, end)) if (left) sum += mean;
    rank = end;
  }
  const leaving = scored.filter(({ left }) => left).length;
  return (sum - (leaving * (leaving + 1)) / 2) / (leaving * (scored.length - leaving));
}

export const score = (examples: readonly Example[], weights: Weights) =>
  examples.map(({ facts, left }) => ({ p: probabilityOf(facts, weights), left }));
