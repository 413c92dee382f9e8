import type { AuditKind } from '@spotter/contract/desk/audit-kinds.ts';
import type { AuditQuery } from './audit.queries.ts';

const SUPPORT = 'support';
export const periods = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last 12 months' },
  { value: 'dates', label: 'Choose dates' },
] as const;
type Period = (typeof periods)[number]['value'];

export const kindLabels: Record<AuditKind, string> = {
  users: 'Users',
  locations: 'Locations and hours',
  session_types: 'Session types',
  invite_codes: 'Invite codes',
  theme: 'Theme',
  announcements: 'Announcements',
  reports: 'Reports',
  data: 'Imports and exports',
  sign_in: 'Accounts and sign-in',
};

export type AuditFilters = {
  /** A person's id, or Spotter support. */
  who: string | null;
  kind: AuditKind | null;
  period: Period | null;
  /** Days, for a period of chosen dates. */
  from: string;
  until: string;
};
export const noFilters: AuditFilters = { who: null, kind: null, period: null, from: '', until: '' };
export const supportOption = { value: SUPPORT, label: 'Spotter support' };

const DAY = 86_400_000;
/** The start of a day on the reader's clock. */
const startOf = (day: string, later = 0) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
};

/** To the minute, so that a list read again stays the same list. */
const daysAgo = (days: number, now: number) => new Date(Math.floor(now / 60_000) * 60_000 - days * DAY).toISOString();

export function queryOf({ who, kind, period, from, until }: AuditFilters, now = Date.now()): AuditQuery {
  const chosen = period === 'dates';
  return {
    ...(who === SUPPORT ? { emulating: true } : who && { actor_id: who }),
    ...(kind && { kind }),
    ...(period && !chosen && { from: daysAgo(Number(period), now) }),
    ...(chosen && from && { from: startOf(from) }),
    ...(chosen && until && { until: startOf(until, 1) }),
  };
}
