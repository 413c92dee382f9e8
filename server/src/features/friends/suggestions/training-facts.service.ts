import type { Db } from '#platform/db/connect.ts';
import { bitsOf, opennessOf, trainingFacts } from './training-facts.policy.ts';
import * as repo from './training-facts.repo.ts';

/** Members counted in one transaction: a fraction of a second. */
export const BATCH = 100;

/**
 * Counts the facts of marked members again, and returns how many there were. A change that commits meanwhile keeps its mark
 * for the next time. Running twice is harmless: facts are replaced by what the rows say now.
 */
export async function refreshFacts(tx: Db, organizationId: string): Promise<number> {
  await repo.markByClock(tx, organizationId);
  const userIds = (await repo.takeMarks(tx, organizationId, BATCH)).map(({ userId }) => userId);
  if (userIds.length === 0) return 0;
  const members = await repo.readCounted(tx, organizationId, userIds);
  const facts = members.flatMap((member) =>
    trainingFacts(member).map(({ gymId, hours, types, usualHours, usualWorkouts }) => ({
      user_id: member.userId,
      gym_id: gymId,
      hours: bitsOf(hours),
      types: bitsOf(types),
      usual_hours: usualHours,
      usual_workouts: usualWorkouts,
      openness: opennessOf(member),
    })),
  );
  await repo.saveFacts(tx, { organizationId, userIds, facts });
  return userIds.length;
}
