import type { Tone } from '#ui/badge.tsx';
import { dateFormat } from '#ui/date-format.ts';
import type { ReportItem } from './reports.queries.ts';

const moment = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' });
export const momentInWords = (instant: string): string => moment.format(new Date(instant));

export const kindNames: Record<ReportItem['kind'], string> = {
  user: 'Profile',
  message: 'Message',
  session_message: 'Session chat',
  session: 'Session',
};

const deeds: Record<ReportItem['actions'][number], string> = {
  warn: 'Warned',
  remove: 'Removed',
  suspend: 'Suspended',
};

export function outcomeOf({ status, actions }: ReportItem): { label: string; tone: Tone } {
  if (status === 'open') return { label: 'Open', tone: 'warning' };
  if (status === 'dismissed') return { label: 'Dismissed', tone: 'neutral' };
  const [first = 'Closed', ...more] = actions.map((action) => deeds[action]);
  return { label: [first, ...more.map((deed) => deed.toLowerCase())].join(', '), tone: 'success' };
}
