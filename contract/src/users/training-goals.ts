/** The goals offered in the profile. Matching compares these exact words, so there is one list. */
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
