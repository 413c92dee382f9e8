import { leastHistory } from '@spotter/contract/limits.ts';
import { dateOf } from '#platform/wall-time.ts';
import type { Tone } from '#ui/badge.tsx';
import type { MemberAtRisk, MembersAtRisk } from './retention.queries.ts';

const levels: Record<MemberAtRisk['level'], { word: string; tone: Tone }> = {
  very_likely: { word: 'Very likely to leave', tone: 'error' },
  likely: { word: 'Likely to leave', tone: 'warning' },
  possible: { word: 'May leave', tone: 'neutral' },
  low: { word: 'Low risk', tone: 'success' },
};

export const listNames: Record<MemberAtRisk['list'], string> = { slipping: 'Slipping', quiet: 'Gone quiet' };
const wordsAlone: Record<MemberAtRisk['list'], { text: string; tone: Tone }> = {
  slipping: { text: 'Slipping', tone: 'warning' },
  quiet: { text: 'At risk', tone: 'error' },
};

/** 'Likely to leave · 63%', 'Low risk · 34% chance of leaving'; only words while the gym's own history is too short. */
export function riskInWords({ level, probability, list }: Pick<MemberAtRisk, 'level' | 'probability' | 'list'>): {
  text: string;
  tone: Tone;
} {
  const { word, tone } = levels[level];
  if (probability === null) return level === 'low' ? { text: word, tone } : wordsAlone[list];
  const percent = Math.round(probability * 100);
  const chance = level === 'low' ? `${percent}% chance of leaving` : `${percent}%`;
  return { text: percent > 0 ? `${word} · ${chance}` : word, tone };
}

const inMonths = (weeks: number) => {
  const months = Math.round((weeks * 12) / 52);
  return months === 1 ? 'one month' : `${months} months`;
};

/** Where the percentages come from, or why there are none yet. */
export function modelInWords({
  is_own,
  lacks,
  weeks,
  members,
  leavers,
  made_at,
}: MembersAtRisk['model']): string | null {
  if (is_own && made_at)
    return `Percentages come from your own history: ${inMonths(weeks)}, ${members} members, ${leavers} of whom left for a while or for good. Last checked ${dateOf(made_at.slice(0, 10))}.`;
  switch (lacks) {
    case 'weeks':
      return `No percentages yet. We need about ${inMonths(leastHistory.weeks)} of training to learn how members leave here, and have ${weeks === 0 ? 'too little so far' : inMonths(weeks)}.`;
    case 'check_ins':
      return "No percentages. Most spots here come with a repeating session, and hardly anyone checks in, so we can't tell who came. Check members in to get percentages.";
    case 'any_leavers':
      return "No percentages yet. No one has left so far, so there's nothing to learn from.";
    case 'leavers':
      return `No percentages yet. We learn from members who left, and need about ${leastHistory.leavers}. So far: ${leavers}.`;
    case 'stayers':
      return "No percentages. Nearly everyone left, so we can't tell what makes members stay.";
    case null:
      return null;
  }
}

/** 'Of 23 members we named in October, 11 left'. */
export function predictedInWords({ month, named, left }: MembersAtRisk['predicted'][number]): string {
  const name = new Date(`${month}-15T12:00:00Z`).toLocaleDateString(undefined, { month: 'long' });
  return `Of ${named === 1 ? 'one member' : `${named} members`} we named in ${name}, ${left === 0 ? 'none' : left} left`;
}

const deeds: Record<MemberAtRisk['remedies'][number]['kind'], string> = {
  message: 'Messaged',
  invite: 'Invited to a session',
  ask_friend: 'Asked a friend to say hello',
};

const DAY = 24 * 3_600_000;

/** 'Messaged 3 days ago'. */
export function triedInWords({ kind, tried_at }: MemberAtRisk['remedies'][number], now: number): string {
  const days = Math.floor((now - Date.parse(tried_at)) / DAY);
  return `${deeds[kind]} ${days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`}`;
}

const afters: Record<MemberAtRisk['remedies'][number]['kind'], string> = {
  message: 'your message',
  invite: 'your invite',
  ask_friend: 'your request to a friend',
};

/** 'Came back 3 days after your message'. */
export const cameBackInWords = ({ kind, days }: { kind: keyof typeof afters; days: number }): string =>
  `Came back ${days < 1 ? 'the day of' : days === 1 ? 'a day after' : `${days} days after`} ${afters[kind]}`;
