import { leastHistory } from '@spotter/contract/limits.ts';
import { leaveDays, type Weights } from './risk.policy.ts';
import { type Example, fit, platt } from './risk-fit.policy.ts';
import { riskWeights } from './risk-weights.generated.ts';

/*
 * The shipped weights come from simulated gyms. Each organization corrects them from its own history: Platt scaling makes the
 * probabilities come true, and a ridge moves the weights as far towards the organization's own as its examples speak for it.
 */

export type Lack = 'weeks' | 'check_ins' | 'leavers' | 'any_leavers' | 'stayers';
export type OwnExample = Example & { user_id: string };
export type Calibration = { weeks: number; members: number; leavers: number } & (
  | { weights: Weights; lacks: null }
  | { weights: null; lacks: Lack }
);

const DAY = 24 * 3_600_000;
/** Habits need some weeks to show before the first look. */
const WARM_UP_DAYS = 8 * 7;
/** Not whole weeks, so that the looks fall on all weekdays. */
const STEP_DAYS = 29;
/** What is older says little about today. */
const MOST_MOMENTS = 24;
/** How strongly weights hold on to the shipped ones. Chosen on the worlds to train with. */
const RIDGE = 30;

/** The moments of the past at which members are looked at: late enough for a habit, early enough to know who left. */
export function momentsOf(firstSessionAt: Date | null, now: Date): Date[] {
  if (!firstSessionAt) return [];
  const from = firstSessionAt.getTime() + WARM_UP_DAYS * DAY;
  const last = now.getTime() - leaveDays * DAY;
  const count = Math.min(MOST_MOMENTS, Math.floor((last - from) / (STEP_DAYS * DAY)) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => new Date(last - index * STEP_DAYS * DAY));
}

/** The weeks these moments learn from, with the days after the last that tell who left. */
export const weeksOf = (moments: readonly Date[]): number =>
  moments.length === 0 ? 0 : Math.floor(((moments[0]!.getTime() - moments.at(-1)!.getTime()) / DAY + leaveDays) / 7);

/** `known` is the share of the spots of which is known whether the member came: neither a check-in nor an own booking tells of the rest. */
type Basis = { weeks: number; known: number };

/** Learns from an organization's own examples, or says what they lack. */
export function calibrate(
  { weeks, known }: Basis,
  examples: readonly OwnExample[],
  shipped: Weights = riskWeights,
): Calibration {
  const members = new Set(examples.map(({ user_id }) => user_id)).size;
  const leavers = new Set(examples.flatMap(({ user_id, left }) => (left ? [user_id] : []))).size;
  const stayers = new Set(examples.flatMap(({ user_id, left }) => (left ? [] : [user_id]))).size;
  const counts = { weeks, members, leavers };
  const lacks = lackOf({ weeks, known, leavers, stayers });
  if (lacks) return { ...counts, weights: null, lacks };
  const scaled = platt(examples, shipped);
  return { ...counts, weights: fit(examples, { weights: scaled, ridge: RIDGE }), lacks: null };
}

function lackOf({ weeks, known, leavers, stayers }: Basis & { leavers: number; stayers: number }): Lack | null {
  if (weeks < leastHistory.weeks) return 'weeks';
  // "Left" would mostly mean that nobody looked, and a percentage of that would be wrong.
  if (known < leastHistory.known) return 'check_ins';
  if (leavers === 0) return 'any_leavers';
  if (leavers < leastHistory.leavers) return 'leavers';
  return stayers < leastHistory.leavers ? 'stayers' : null;
}
