/** Written by npm run train-churn; docs/churn-report.md measures it. */
export const riskWeights = {
  intercept: -1.4508,
  features: {
    missed: { weight: 1.5326, mean: 0.6619 },
    overdue: { weight: 0.113, mean: 0.7373 },
    record: { weight: 0.3999, mean: 0.0988 },
    frequency: { weight: -1.8843, mean: 0.7158 },
    trend: { weight: -0.4342, mean: -0.2082 },
    newcomer: { weight: 0.2626, mean: 0.045 },
    booked: { weight: -4.1029, mean: 0.5252 },
    tenure: { weight: 0.063, mean: 3.5146 },
    friends_training: { weight: -0.0383, mean: 0.8328 },
    friends_stopped: { weight: 0.2797, mean: 0.3655 },
    partner_stopped: { weight: 0.1176, mean: 0.049 },
    invites_answered: { weight: -0.171, mean: 0.2863 },
    invites_unanswered: { weight: 0.5027, mean: 0.2193 },
  },
};
