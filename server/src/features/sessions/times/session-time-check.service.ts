import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { checkSessionTime as checkSessionTimeEndpoint } from '@spotter/contract/sessions/sessions.ts';
import { momentOf } from '#platform/db/zones.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { refuseForeignGym, zoneOf } from '../session-refusals.service.ts';
import { readVerdict } from './session-time-check.repo.ts';
import { tryTime } from './session-times.policy.ts';

type Query = ParsedInput<typeof checkSessionTimeEndpoint>['query'];

/** Problems with a time, shown while the member is still choosing it. */
export async function checkSessionTime(
  { db, read, caller, zone }: MemberCtx,
  { gym_id: gymId, start_time: given, duration_minutes: minutes, exclude }: Query,
) {
  refuseForeignGym(caller, gymId);
  const { organizationId, userId } = caller;
  const { timezone } = await zoneOf(db, organizationId, gymId);
  const shown = tryTime(given, timezone, 'start_time');
  const moment = shown ?? momentOf(given, timezone, 'later');
  const asked = { organizationId, userId, gymId, moment, minutes, exclude: exclude ?? null, zone };
  return { ...(await readVerdict(read, asked)), exists: shown !== null };
}
