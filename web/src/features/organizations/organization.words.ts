import { restorableDays } from '@spotter/contract/limits.ts';
import { dateFormat } from '#ui/date-format.ts';
import { sizeWords } from '#ui/size-words.ts';
import type { OrganizationOverview } from './organizations.queries.ts';

const DAY = 86_400_000;
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
export const dayWords = (moment: string) => day.format(new Date(moment));

/** Mails to people who haven't answered one, and how many it may send. */
export function inviteEmailWords({ stranger_mails }: OrganizationOverview): string {
  if (!stranger_mails) return '';
  const { used, most } = stranger_mails;
  return most === null ? `${used}, no limit` : `${used} of ${most}`;
}

export const photoWords = ({ storage_bytes: used, storage_limit_bytes: most }: OrganizationOverview) =>
  `${sizeWords(used)} of ${sizeWords(most)}`;

export function stageWords({ stage, trial_ends_at }: OrganizationOverview): string {
  if (stage === 'pilot' || !trial_ends_at) return 'Pilot';
  return stage === 'trial' ? `Trial until ${dayWords(trial_ends_at)}` : `Trial ended ${dayWords(trial_ends_at)}`;
}

export const membersWords = ({ members_count, health }: OrganizationOverview) =>
  health?.new_members_last_30_days ? `${members_count} (+${health.new_members_last_30_days})` : String(members_count);

export const sessionsWords = ({ health }: OrganizationOverview) =>
  health ? health.sessions_per_week.toLocaleString(undefined, { maximumFractionDigits: 1 }) : '';

let relative: Intl.RelativeTimeFormat | undefined;

export function ownerWords({ health }: OrganizationOverview, now = Date.now()): string {
  const seen = health?.owner_last_seen_at;
  if (!seen) return 'Never';
  const days = Math.floor((now - Date.parse(seen)) / DAY);
  if (days > 60) return dayWords(seen);
  relative ??= new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  return relative.format(-days, 'day');
}

/** When everything of a deleted organization is removed. */
export const removedOn = (deletedAt: string) => day.format(new Date(Date.parse(deletedAt) + restorableDays * DAY));
