import type { Db } from '#platform/db/connect.ts';
import * as repo from './rollup.repo.ts';
import { unitePeople } from './unite.repo.ts';

/** Gym-days counted in one transaction: a fraction of a second in the largest gyms. */
export const BATCH = 25;

/**
 * Counts the marked days of an organization again, and returns how many there were. A change that commits meanwhile keeps
 * its mark for the next time. Running twice is harmless: a day is replaced by what its rows say now.
 */
export async function refreshAnalytics(tx: Db, organizationId: string): Promise<number> {
  await repo.lockCounts(tx, organizationId);
  await repo.startOver(tx, organizationId);
  const taken = await repo.takeMarks(tx, organizationId, BATCH);
  if (taken.length === 0) return 0;
  const ofGyms = taken.flatMap(({ gymId, ...rest }) => (gymId ? [{ gymId, ...rest }] : []));
  const gymIds = ofGyms.map(({ gymId }) => gymId);
  const days = ofGyms.map(({ day }) => day);
  const timezones = ofGyms.map(({ timezone }) => timezone);
  await repo.numberMembers(tx, organizationId);
  await repo.forgetDays(tx, { organizationId, gymIds, days });
  await repo.countDays(tx, { organizationId, gymIds, days, timezones });
  await unitePeople(tx, { organizationId, gymIds: [...new Set(gymIds)], days: taken.map(({ day }) => day) });
  return taken.length;
}
