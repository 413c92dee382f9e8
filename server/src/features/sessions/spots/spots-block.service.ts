import type { Db } from '#platform/db/connect.ts';
import { type Pair, spotsWithEachOther } from './spots-block.repo.ts';
import { leaveOne, notifyOnce } from './spots-leave.service.ts';

/**
 * Gives up two members' spots in each other's upcoming sessions after one blocked the other. The sessions were locked
 * before the block was written: a member who is joining is either in by then, or is refused afterwards. Returns the
 * sessions.
 */
export async function leaveEachOther(tx: Db, pair: Pair): Promise<string[]> {
  const { organizationId } = pair;
  const spots = await spotsWithEachOther(tx, pair);
  for (const spot of spots) {
    const left = await leaveOne(tx, { organizationId, ...spot });
    if (left) notifyOnce(tx, { organizationId, userId: spot.userId }, [left]);
  }
  return spots.map(({ sessionId }) => sessionId);
}
