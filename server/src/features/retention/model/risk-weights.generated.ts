/** Written by npm run train-churn; docs/churn-report.md measures it. */
export const riskWeights = {
  intercept: -1.1477,
  features: {
    missed: { weight: 1.1575, mean: 0.6545 },
    overdue: { weight: 0.404, mean: 0.7294 },
    record: { weight: 0.5354, mean: 0.0974 },
    frequency: { weight: -1.9135, mean: 0.7141 },
    trend: { weight: -0.371, mean: -0.2059 },
    newcomer: { weight: 0.2903, mean: 0.0447 },
    booked: { weight: -3.8799, mean: 0.5292 },
    tenure: { weight: -0.0148, mean: 3.5253 },
    friends_training: { weight: 0.0596, mean: 0.8077 },
    friends_stopped: { weight: 0.4216, mean: 0.3503 },
    partner_stopped: { weight: -0.0471, mean: 0.0437 },
    invites_answered: { weight: -0.2164, mean: 0.284 },
    invites_unanswered: { weight: 0.4762, mean: 0.2191 },
  },
};
