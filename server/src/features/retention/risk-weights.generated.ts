/** Written by npm run train-churn; see docs/churn-report.md. */
export const riskWeights = {
  intercept: -0.8154,
  features: {
    recency: { weight: 0.3308, mean: 1.9105 },
    missed: { weight: 0.4814, mean: 0.797 },
    frequency: { weight: -1.7422, mean: 0.853 },
    trend: { weight: -1.1577, mean: -0.2988 },
    booked: { weight: -2.4606, mean: 0.2607 },
    tenure: { weight: -0.1144, mean: 3.2657 },
    friends_training: { weight: -0.3766, mean: 0.8972 },
    friends_stopped: { weight: 0.0525, mean: 0.3918 },
    partner_stopped: { weight: 0.3384, mean: 0.0409 },
    invites_answered: { weight: -0.5454, mean: 0.8445 },
    invites_unanswered: { weight: 0.7748, mean: 0.4864 },
  },
};
