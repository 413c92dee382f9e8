import type { Tone } from '#ui/badge.tsx';
import { dateFormat } from '#ui/date-format.ts';
import type { InviteCode } from './codes.queries.ts';

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

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

export const expiryOf = ({ expires_at }: InviteCode): string =>
  expires_at ? `Until ${day.format(new Date(expires_at))}` : 'No end date';
