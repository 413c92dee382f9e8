/** Written by npm run train-churn; docs/churn-report.md measures it. */
export const riskWeights = {
  intercept: -1.2574,
  features: {
    missed: { weight: 1.3113, mean: 0.6562 },
    overdue: { weight: 0.3281, mean: 0.7319 },
    record: { weight: 0.4306, mean: 0.0977 },
    frequency: { weight: -1.8587, mean: 0.7156 },
    trend: { weight: -0.3666, mean: -0.2067 },
    newcomer: { weight: 0.1698, mean: 0.045 },
    booked: { weight: -3.9184, mean: 0.5351 },
    tenure: { weight: -0.0049, mean: 3.5205 },
    friends_training: { weight: 0.0609, mean: 0.814 },
    friends_stopped: { weight: 0.413, mean: 0.3519 },
    partner_stopped: { weight: -0.0164, mean: 0.0437 },
    invites_answered: { weight: -0.2307, mean: 0.2895 },
    invites_unanswered: { weight: 0.448, mean: 0.2231 },
  },
};
