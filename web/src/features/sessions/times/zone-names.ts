import type { SessionTime } from '@spotter/contract/sessions/sessions.ts';
import { offsetAt } from '@spotter/contract/wall-clock.ts';

/** The short name of a zone at a moment, such as 'AEDT', for times that are ambiguous on their own. */
export const zoneName = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat(undefined, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

type InZone = { start_time: Pick<SessionTime, 'utc' | 'timezone'> };

/** Names the zone of each session where the clocks of a list differ. Those of Sydney and Melbourne don't. */
export function zoneNamesIn(sessions: readonly InZone[]): (session: InZone) => string | null {
  const instant = Date.parse(sessions[0]?.start_time.utc ?? '');
  const clocks = new Set(sessions.map(({ start_time }) => offsetAt(start_time.timezone, instant)));
  return ({ start_time }) => (clocks.size > 1 ? zoneName(Date.parse(start_time.utc), start_time.timezone) : null);
}
