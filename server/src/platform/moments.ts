import { withOffset } from '@spotter/contract/wall-clock.ts';

/*
 * Moments as the API writes them, as JSON text: what `db/json.ts` does in SQL for lists, where a statement reads one
 * thing only. PostgreSQL would take longer to set up the functions than Node takes to write the text.
 */

const MINUTE = 60;
const units = [
  { name: 'minute', seconds: MINUTE, limit: 3_600, rounding: 0 },
  { name: 'hour', seconds: 3_600, limit: 86_400, rounding: 0 },
  // The evening after tomorrow is in 2 days, also from an hour later on.
  { name: 'day', seconds: 86_400, limit: 604_800, rounding: 0.5 },
  { name: 'week', seconds: 604_800, limit: Number.POSITIVE_INFINITY, rounding: 0 },
];

/** How far a moment is from now, in words: 'in 2 hours', '3 days ago'. */
function relativeWords(seconds: number): string {
  const distance = Math.abs(seconds);
  const unit = distance < MINUTE ? undefined : units.find(({ limit }) => distance < limit);
  if (!unit) return 'now';
  const number = Math.floor(distance / unit.seconds + unit.rounding);
  const words = `${number} ${unit.name}${number === 1 ? '' : 's'}`;
  return seconds > 0 ? `in ${words}` : `${words} ago`;
}

/** A moment in UTC and on a wall clock; `local` is what that clock shows, as PostgreSQL writes a timestamp. */
const momentFields = (moment: Date, local: string) => {
  const wall = `${local.slice(0, 10)}T${local.slice(11, 19)}`;
  return `"utc":"${moment.toISOString()}","local":"${withOffset(wall, moment)}"`;
};

export const momentJson = (moment: Date, local: string): string => `{${momentFields(moment, local)}}`;

export const timeJson = (moment: Date, local: string, { zone, now }: { zone: string; now: Date }): string =>
  `{${momentFields(moment, local)},"timezone":"${zone}","relative":"${relativeWords((moment.getTime() - now.getTime()) / 1000)}"}`;
