import type { SessionTime } from '@spotter/contract/sessions/sessions.ts';
import { offsetAt } from '@spotter/contract/wall-clock.ts';
import { zoneName } from '#platform/wall-time.ts';

type InZone = { start_time: Pick<SessionTime, 'utc' | 'timezone'> };

/** Names the zone of each session where the clocks of a list differ. Those of Sydney and Melbourne don't. */
export function zoneNamesIn(sessions: readonly InZone[]): (session: InZone) => string | null {
  const instant = Date.parse(sessions[0]?.start_time.utc ?? '');
  const clocks = new Set(sessions.map(({ start_time }) => offsetAt(start_time.timezone, instant)));
  return ({ start_time }) => (clocks.size > 1 ? zoneName(Date.parse(start_time.utc), start_time.timezone) : null);
}
