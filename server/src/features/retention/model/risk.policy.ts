import { riskWeights } from './risk-weights.generated.ts';

/**
 * What is known about a member's training at one moment. Neither age nor gender is among it. Only what the member did
 * counts: an occurrence of a series they stay in is neither a session nor a booking, unless they were checked in.
 */
export type RiskFacts = {
  days_away: number;
  /** Sessions in the last four weeks. */
  recent: number;
  /** Sessions a week in the twelve weeks before; a newcomer's since their first session. */
  usual: number;
  /** Has fewer than two sessions before the last four weeks, so that there is nothing to compare these with. */
  is_new: boolean;
  /** Days between two of the member's sessions: the middle one of all gaps, and the longest they came back from. */
  usual_gap: number;
  longest_gap: number;
  /** Has joined a session that is still to come. */
  booked: boolean;
  /** Weeks since the account was created. */
  weeks_here: number;
  friends_training: number;
  friends_stopped: number;
  partner_stopped: boolean;
  invites_answered: number;
  invites_unanswered: number;
};

/*
 * The facts count hours, so that no clock change moves them. They stand in SQL (risk-facts.repo.ts) and, to train with and to
 * check the SQL, in TypeScript (training/history.ts).
 */
export const factHours = {
  /** How far back a member's sessions are read. */
  history: 182 * 24,
  /** The last four weeks, which are compared with the twelve before. */
  recent: 28 * 24,
  usual: 112 * 24,
  /** After this long without a session a member has left, and is no longer at risk. */
  gone: 60 * 24,
  /** A friend or partner without a session for this long has stopped. */
  stopped: 14 * 24,
  /** A member who trained within this time is not away, so a partner who stopped says little. */
  away: 7 * 24,
  invites: 90 * 24,
} as const;
/** Sessions in the sixteen weeks that make a habit, and sessions before the last four to compare these with. */
export const leastHabit = 3;
export const leastBefore = 2;
/** Sessions together that make a partner. */
export const leastTogether = 3;

/** A member left if they didn't train in the days that follow. */
export const leaveDays = 30;

export const features = [
  'missed',
  'overdue',
  'record',
  'frequency',
  'trend',
  'newcomer',
  'booked',
  'tenure',
  'friends_training',
  'friends_stopped',
  'partner_stopped',
  'invites_answered',
  'invites_unanswered',
] as const;
export type Feature = (typeof features)[number];

/** What the model weighs, in the order of `features`. The same formulas stand in SQL (risk-formulas.repo.ts). */
export function featuresOf(facts: RiskFacts): Record<Feature, number> {
  return {
    missed: Math.log1p((facts.days_away * facts.usual) / 7),
    overdue: Math.log1p(facts.days_away / (facts.usual_gap + 0.5)),
    record: Math.max(0, Math.log((facts.days_away + 1) / (facts.longest_gap + 1))),
    frequency: Math.log1p(facts.usual),
    trend: facts.is_new ? 0 : Math.log((facts.recent / 4 + 0.25) / (facts.usual + 0.25)),
    newcomer: Number(facts.is_new),
    booked: Number(facts.booked),
    tenure: Math.log1p(facts.weeks_here),
    friends_training: Math.log1p(facts.friends_training),
    friends_stopped: Math.log1p(facts.friends_stopped),
    partner_stopped: Number(facts.partner_stopped),
    invites_answered: Math.log1p(facts.invites_answered),
    invites_unanswered: Math.log1p(facts.invites_unanswered),
  };
}

export type Weights = {
  intercept: number;
  /** The weight of each feature, and its mean among the members it was trained on. */
  features: Record<Feature, { weight: number; mean: number }>;
};

/** Weights stored by another release may lack a feature; they wait for the next night. */
export const ownWeights = (stored: Weights | null): Weights | null =>
  stored && features.every((name) => name in stored.features) ? stored : null;

export function probabilityOf(facts: RiskFacts, { intercept, features: weighed }: Weights = riskWeights): number {
  const values = featuresOf(facts);
  const sum = features.reduce((total, name) => total + weighed[name].weight * values[name], intercept);
  return 1 / (1 + Math.exp(-sum));
}

/** An organization's weights for `probabilitySql`: the intercept, then one a feature. */
export const weightValues = ({ intercept, features: weighed }: Weights): number[] => [
  intercept,
  ...features.map((name) => weighed[name].weight),
];

/** How far each feature moves the member away from an average one, in log-odds; the strongest first. */
export function effectsOf(facts: RiskFacts, weights: Weights): { feature: Feature; effect: number }[] {
  const values = featuresOf(facts);
  return features
    .map((feature) => {
      const { weight, mean } = weights.features[feature];
      return { feature, effect: weight * (values[feature] - mean) };
    })
    .toSorted((one, other) => Math.abs(other.effect) - Math.abs(one.effect));
}
