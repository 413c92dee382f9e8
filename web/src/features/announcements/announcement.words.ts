import type { Tone } from '#ui/badge.tsx';
import { dateFormat } from '#ui/date-format.ts';
import type { Announcement } from './announcements.queries.ts';

const moment = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

export const momentInWords = (instant: string): string => moment.format(new Date(instant));

export const membersInWords = (count: number): string =>
  count === 1 ? '1 member' : `${count.toLocaleString()} members`;

export const stateOf = ({ status }: Announcement): { label: string; tone: Tone } =>
  ({
    scheduled: { label: 'Scheduled', tone: 'info' as const },
    sending: { label: 'Sending…', tone: 'primary' as const },
    sent: { label: 'Sent', tone: 'success' as const },
    cancelled: { label: 'Cancelled', tone: 'neutral' as const },
  })[status];

/** 'Read by 41 of 312 members'; before that, when it goes out. */
export function progressOf({ status, send_at, recipients, read_count }: Announcement): string {
  if (status === 'scheduled') return `Goes out ${momentInWords(send_at)}`;
  if (status === 'cancelled') return 'Never went out';
  if (status === 'sending') return `Sent to ${membersInWords(recipients)} so far`;
  return `Read by ${read_count.toLocaleString()} of ${membersInWords(recipients)}`;
}
