import type { SessionTime } from '@spotter/contract/sessions/sessions.ts';
import { offsetAt } from '@spotter/contract/wall-clock.ts';
import { dateFormat } from '#ui/date-format.ts';
import { clockTime, dayOf, timeAt } from '../times/session-time.ts';

const weekday = dateFormat({ weekday: 'short', timeZone: 'UTC' });
const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** If this device's clock differs from the gym's, both times are shown. */
export function deviceTimeInWords(start: SessionTime, deviceZone: string): string | null {
  const instant = Date.parse(start.utc);
  if (offsetAt(start.timezone, instant) === offsetAt(deviceZone, instant)) return null;
  const here = timeAt(start.utc, { timezone: deviceZone, relative: '' });
  const day = dayOf(here) === dayOf(start) ? '' : `${weekday.format(new Date(`${dayOf(here)}T00:00:00Z`))} `;
  return `Times are in ${cityOf(start.timezone)} time. That's ${day}${clockTime(here)} for you.`;
}
