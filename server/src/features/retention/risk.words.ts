import { effectsOf, type Feature, type RiskFacts, type Weights } from './model/risk.policy.ts';

/** The facts, and the moments that words need. Months are those of the organization's own calendar. */
export type Judged = { facts: RiskFacts; daysAway: number; lastMonth: string; thisMonth: string };

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const counted = (number: number, one: string, many: string) =>
  `${numbers[number] ?? number} ${number === 1 ? one : many}`;
const times = (number: number) =>
  number === 1 ? 'once' : number === 2 ? 'twice' : `${numbers[number] ?? number} times`;
const days = (number: number) => (number === 1 ? '1 day' : `${number} days`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** 'twice a week', 'once a month'. */
export function rhythmOf(perWeek: number): string {
  const aWeek = Math.round(perWeek);
  if (perWeek >= 0.75) return `${times(Math.max(1, aWeek))} a week`;
  return `${times(Math.max(1, Math.round((perWeek * 52) / 12)))} a month`;
}

/** Long enough that nobody would have expected a session yet. */
const AWAY_DAYS = 7;

function trainingWords({ facts, daysAway, lastMonth, thisMonth }: Judged): string {
  const rhythm = rhythmOf(facts.usual);
  const until = lastMonth === thisMonth ? '' : ` until ${lastMonth}`;
  if (daysAway >= AWAY_DAYS) return `Trained ${rhythm}${until}, nothing for ${days(daysAway)}`;
  const lately = facts.recent === 0 ? 'not at all' : `only ${times(facts.recent)}`;
  if (!facts.is_new && facts.recent / 4 < facts.usual * 0.8)
    return `Used to train ${rhythm}, ${lately} in the last four weeks`;
  return `Trains ${rhythm}, last ${daysAway === 0 ? 'today' : daysAway === 1 ? 'yesterday' : `${days(daysAway)} ago`}`;
}

/** What else speaks for leaving, the most telling first. */
function tieWords({ facts }: Judged): string[] {
  const { friends_stopped, friends_training, invites_unanswered, invites_answered } = facts;
  return [
    facts.partner_stopped ? 'their usual partner stopped too' : null,
    !facts.partner_stopped && friends_stopped > 0
      ? `${counted(friends_stopped, 'friend', 'friends')} stopped too`
      : null,
    invites_unanswered > invites_answered
      ? counted(invites_unanswered, 'unanswered invite', 'unanswered invites')
      : null,
    friends_training + friends_stopped === 0 ? 'no friends here who train' : null,
  ].filter((words) => words !== null);
}

/** 'Trained twice a week until October, nothing for 19 days; their usual partner stopped too'. */
export const reasonFor = (judged: Judged): string =>
  [trainingWords(judged), ...tieWords(judged).slice(0, 2)].join('; ');

function factorWords(feature: Feature, { facts, daysAway }: Judged): string {
  const { recent, usual, friends_training, friends_stopped, invites_answered, invites_unanswered } = facts;
  switch (feature) {
    case 'missed': {
      const missed = Math.round((daysAway * usual) / 7);
      return missed > 0 ? `About ${counted(missed, 'session', 'sessions')} missed` : 'No session missed';
    }
    case 'overdue': {
      const gap = Math.max(1, Math.round(facts.usual_gap));
      const last = daysAway === 0 ? 'Trained today' : `Last session ${days(daysAway)} ago`;
      return `${last}, usually every ${gap === 1 ? 'day' : days(gap)}`;
    }
    case 'record':
      return daysAway > facts.longest_gap
        ? 'Away longer than ever before'
        : `Came back after ${days(Math.round(facts.longest_gap))} before`;
    case 'newcomer':
      return facts.is_new ? 'Started recently' : 'Has trained for more than a month';
    case 'frequency':
      return `Usually trains ${rhythmOf(usual)}`;
    case 'trend':
      return `${capital(counted(recent, 'session', 'sessions'))} in the last four weeks, usually ${Math.round(usual * 4)}`;
    case 'booked':
      return facts.booked ? 'Has joined an upcoming session' : 'No upcoming session';
    case 'tenure':
      return facts.weeks_here < 8
        ? `Joined ${counted(Math.max(1, Math.round(facts.weeks_here)), 'week', 'weeks')} ago`
        : `Joined ${counted(Math.round((facts.weeks_here * 12) / 52), 'month', 'months')} ago`;
    case 'friends_training':
      return `${capital(counted(friends_training, 'friend', 'friends'))} training`;
    case 'friends_stopped':
      return `${capital(counted(friends_stopped, 'friend', 'friends'))} stopped`;
    case 'partner_stopped':
      return facts.partner_stopped ? 'Their usual partner stopped too' : 'Their usual partner still trains';
    case 'invites_answered':
      return `${capital(counted(invites_answered, 'invite', 'invites'))} answered`;
    case 'invites_unanswered':
      return invites_unanswered === 0
        ? 'Answers every invite'
        : capital(counted(invites_unanswered, 'unanswered invite', 'unanswered invites'));
  }
}

const MOST_FACTORS = 4;
/** Below this an effect is not worth a reader's time. */
const LEAST_EFFECT = 0.1;

export const factorsOf = (judged: Judged, weights: Weights) =>
  effectsOf(judged.facts, weights)
    .filter(({ effect }) => Math.abs(effect) >= LEAST_EFFECT)
    .slice(0, MOST_FACTORS)
    .map(({ feature, effect }) => ({ name: feature, text: factorWords(feature, judged), raises: effect > 0 }));

/** `least` is the risk from which on the member is listed. */
export function levelOf(probability: number, least: number): 'low' | 'possible' | 'likely' | 'very_likely' {
  if (probability >= 0.75) return 'very_likely';
  if (probability >= 0.55) return 'likely';
  return probability >= least ? 'possible' : 'low';
}
