/** What each figure counts, for tooltips; docs/analytics.md repeats these sentences. */
export const figureExplanations = {
  active_members: "People who had a spot in at least one session. Each counts once, and no-shows don't count.",
  sessions: 'Sessions on the calendar, without cancelled ones. Today counts in full, including sessions still to come.',
  joins: 'Spots taken in these sessions, with hosts and guests.',
  fill_rate: 'How many of the spots in these sessions were taken.',
  new_members: 'People who got access to a location for the first time.',
  attendance_rate: 'How many of the participants came, among those whose attendance was confirmed.',
} as const;

/** The same for charts. */
export const chartExplanations = {
  trend: 'Each day by the clock of the location. People who trained at two locations on a day count once.',
  popular_times: 'When sessions start, by the clock of the location. The darker an hour, the more spots were taken.',
  workout_types: 'How the sessions divide among workout types.',
  gyms: 'The same figures for each location. People who train at two locations count at both.',
  retention:
    'Members grouped by the week they joined, and how many of them trained in each week after. Weeks start on Monday.',
  monthly_retention: 'Members grouped by the month they joined, and how many of them trained in each month after.',
} as const;

/** A period has at most two years. */
export const longestPeriodDays = 731;
