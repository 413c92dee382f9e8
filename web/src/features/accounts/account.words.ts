import { isAdminRole, isOrgAdmin } from '@spotter/contract/roles.ts';
import type { Tone } from '#ui/badge.tsx';
import { dateFormat } from '#ui/date-format.ts';
import type { Account } from './accounts.queries.ts';

export const isAdmin = ({ role }: Pick<Account, 'role'>) => isAdminRole(role);

/** What stands in the way of using the app, if anything does. */
export function stateOf({
  is_active,
  is_set_up,
  email_verified,
}: Pick<Account, 'is_active' | 'is_set_up' | 'email_verified'>): { label: string; tone: Tone } | null {
  if (!is_active) return { label: 'Deactivated', tone: 'neutral' };
  if (!is_set_up) return { label: 'Waiting for setup', tone: 'warning' };
  if (!email_verified) return { label: 'Email not verified', tone: 'warning' };
  return null;
}

const DAY = 86_400_000;
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

export const dayWords = (moment: string) => day.format(new Date(moment));

let relative: Intl.RelativeTimeFormat | undefined;

/** When a member was last here, in days: staff need no more. */
export function lastSeenWords(moment: string | null, now = Date.now()): string {
  if (!moment) return 'Never signed in';
  const days = Math.floor((now - Date.parse(moment)) / DAY);
  if (days > 60) return `Seen ${dayWords(moment)}`;
  relative ??= new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  return `Seen ${relative.format(-days, 'day')}`;
}

export const sessionsWords = (count: number) =>
  count === 0 ? 'No sessions' : count === 1 ? '1 session' : `${count} sessions`;

export const gymsWords = ({ gyms, role }: Pick<Account, 'gyms' | 'role'>) => {
  if (isOrgAdmin(role)) return 'All locations';
  if (gyms.length === 0) return 'No location';
  if (gyms.length > 2) return `${gyms[0]?.name} and ${gyms.length - 1} more`;
  return gyms.map(({ name }) => name).join(', ');
};
