import type { Tone } from '#ui/badge.tsx';
import type { MemberAtRisk } from './retention.queries.ts';

const levels: Record<MemberAtRisk['level'], { word: string; tone: Tone }> = {
  very_likely: { word: 'Very likely to leave', tone: 'error' },
  likely: { word: 'Likely to leave', tone: 'warning' },
  possible: { word: 'May leave', tone: 'neutral' },
  low: { word: 'Low risk', tone: 'success' },
};

/** 'Likely to leave · 63%', 'Low risk · 34% chance of leaving'. */
export function riskInWords({ level, probability }: Pick<MemberAtRisk, 'level' | 'probability'>) {
  const { word, tone } = levels[level];
  const percent = Math.round(probability * 100);
  const chance = level === 'low' ? `${percent}% chance of leaving` : `${percent}%`;
  return { text: percent > 0 ? `${word} · ${chance}` : word, tone };
}

const deeds: Record<MemberAtRisk['remedies'][number]['kind'], string> = {
  message: 'Messaged',
  invite: 'Invited to a session',
  ask_friend: 'A friend was asked',
};

const DAY = 24 * 3_600_000;

/** 'Messaged 3 days ago'. */
export function triedInWords({ kind, tried_at }: MemberAtRisk['remedies'][number], now: number): string {
  const days = Math.floor((now - Date.parse(tried_at)) / DAY);
  return `${deeds[kind]} ${days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`}`;
}

const afters: Record<MemberAtRisk['remedies'][number]['kind'], string> = {
  message: 'a message',
  invite: 'an invite',
  ask_friend: 'a friend was asked to say hello',
};

/** 'Came back 3 days after a message'. */
export const cameBackInWords = ({ kind, days }: { kind: keyof typeof afters; days: number }): string =>
  `Came back ${days < 1 ? 'the day of' : days === 1 ? 'a day after' : `${days} days after`} ${afters[kind]}`;
