import { type Feature, features, type RiskFacts } from './risk.policy.ts';

const f = (name: keyof RiskFacts) => `facts.${name}::float8`;

/** `featuresOf` in SQL, from a row `facts`. */
const featureSql: Record<Feature, string> = {
  missed: `ln(1 + ${f('days_away')} * ${f('usual')} / 7)`,
  overdue: `ln(1 + ${f('days_away')} / (${f('usual_gap')} + 0.5))`,
  record: `greatest(0, ln((${f('days_away')} + 1) / (${f('longest_gap')} + 1)))`,
  frequency: `ln(1 + ${f('usual')})`,
  trend: `case when facts.is_new then 0 else ln((${f('recent')} / 4 + 0.25) / (${f('usual')} + 0.25)) end`,
  newcomer: 'facts.is_new::int',
  booked: 'facts.booked::int',
  tenure: `ln(1 + ${f('weeks_here')})`,
  friends_training: `ln(1 + ${f('friends_training')})`,
  friends_stopped: `ln(1 + ${f('friends_stopped')})`,
  partner_stopped: 'facts.partner_stopped::int',
  invites_answered: `ln(1 + ${f('invites_answered')})`,
  invites_unanswered: `ln(1 + ${f('invites_unanswered')})`,
};

/** `probabilityOf` in SQL, with the weights of an organization as `$weights`: the intercept, then one a feature. */
export const probabilitySql = `1 / (1 + exp(-(($weights)[1] + ${features
  .map((name, index) => `($weights)[${index + 2}] * ${featureSql[name]}`)
  .join(' + ')})))`;
