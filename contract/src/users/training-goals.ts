/** The goals the profile offers. Members match on the same words, so there is one list of them. */
export const trainingGoals = [
  'Build strength',
  'Lose weight',
  'Train consistently',
  'Meet people',
  'Move without pain',
  'First pull-up',
  'Run a half marathon',
  'Compete in powerlifting',
  'Get back after injury',
];
