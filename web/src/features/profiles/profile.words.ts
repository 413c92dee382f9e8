import { dateFormat } from '#ui/date-format.ts';
import type { Profile } from './profiles.queries.ts';

const month = dateFormat({ month: 'long', year: 'numeric' });
export const memberSince = (created: string) => `Member since ${month.format(new Date(created))}`;

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** What two people have in common, or null when it is nothing yet. */
export function commonInWords({ friends_in_common, sessions_together }: Profile): string | null {
  const parts = [
    friends_in_common.count > 0 && count(friends_in_common.count, 'mutual friend', 'mutual friends'),
    sessions_together > 0 && `trained together ${sessions_together === 1 ? 'once' : `${sessions_together} times`}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const words = parts.join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
