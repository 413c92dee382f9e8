import { leaveDays, probabilityOf, type Weights } from '../model/risk.policy.ts';
import type { Example } from '../model/risk-fit.policy.ts';
import { factsAt } from './history.ts';
import { simulateGym } from './simulator.ts';

export type Examples = { training: Example[]; heldOut: Example[] };

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
