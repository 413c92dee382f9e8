/** Written by npm run train-churn; see docs/churn-report.md. */
export const riskWeights = {
  intercept: -0.7896,
  features: {
    recency: { weight: 0.2332, mean: 1.8394 },
    missed: { weight: 1.1539, mean: 0.77 },
    overdue: { weight: -0.2539, mean: 0.2303 },
    record: { weight: -0.2727, mean: 0.116 },
    frequency: { weight: -1.9863, mean: 0.8765 },
    trend: { weight: -1.135, mean: -0.2611 },
    newcomer: { weight: 0.0038, mean: 0.1081 },
    booked: { weight: -2.413, mean: 0.2681 },
    tenure: { weight: -0.1417, mean: 3.1107 },
    friends_training: { weight: -0.3903, mean: 0.8943 },
    friends_stopped: { weight: -0.0648, mean: 0.3613 },
    partner_stopped: { weight: 0.4183, mean: 0.0368 },
    invites_answered: { weight: -0.4588, mean: 0.7943 },
    invites_unanswered: { weight: 0.7509, mean: 0.4565 },
  },
};
