import { dayAt } from '@spotter/contract/wall-clock.ts';
import type { Tone } from '#ui/badge.tsx';
import { dateFormat } from '#ui/date-format.ts';
import type { InviteCode } from './codes.queries.ts';

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export type CodeGym = { id: string; name: string; timezone: string };

/** A code for any gym ends with the day of the first. */
export const zoneOf = (gyms: readonly CodeGym[], id: string | undefined): string =>
  (gyms.find((gym) => gym.id === id) ?? gyms[0])?.timezone ?? 'UTC';

/** The last day on which a code works, on the gym's wall. It ends at the midnight after. */
export const lastDayOf = ({ expires_at, gym }: InviteCode, gyms: readonly CodeGym[]): string | null =>
  expires_at && dayAt(Date.parse(expires_at) - 1, zoneOf(gyms, gym?.id));

/** Why a code works or doesn't, for a badge. */
export function stateOf(
  { is_active, expires_at, max_uses, use_count }: InviteCode,
  now = Date.now(),
): { label: string; tone: Tone } {
  if (!is_active) return { label: 'Off', tone: 'neutral' };
  if (expires_at && Date.parse(expires_at) <= now) return { label: 'Expired', tone: 'warning' };
  if (max_uses !== null && use_count >= max_uses) return { label: 'Used up', tone: 'warning' };
  return { label: 'On', tone: 'success' };
}

export const usesOf = ({ use_count, max_uses }: InviteCode): string =>
  max_uses === null ? `${use_count} joined` : `${use_count} of ${max_uses} joined`;

export function expiryOf(code: InviteCode, gyms: readonly CodeGym[]): string {
  const last = lastDayOf(code, gyms);
  return last ? `Until ${day.format(new Date(last))}` : 'No end date';
}
