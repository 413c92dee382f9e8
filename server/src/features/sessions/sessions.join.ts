import type { CannotJoinReason } from '@spotter/contract/sessions.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import { cannotJoinReasonSql } from './sessions.read.ts';

type Place = { organizationId: string; sessionId: string; userId: string };
type Reason = z.infer<typeof CannotJoinReason>;

// The rule is written for statements whose second value is the reader; here they are joined by name instead.
const rule = sql.raw(cannotJoinReasonSql);

/**
 * Takes a place in a session, or says why there is none to take. The session's row stays locked until the commit, and
 * the one rule of who may join is asked under that lock: of fifty at the last place, one gets it. Whoever calls this
 * tells of it with `sessionJoined`, as the last thing: telling takes the organisation's lock, and locks have one order.
 */
export async function takePlace(tx: Db, { organizationId, sessionId, userId }: Place): Promise<Reason | null> {
  const locked = await tx
    .selectFrom('sessions')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) throw fail('session_not_found');
  const { rows } = await sql<{ reason: Reason | null }>`
    select ${rule} as reason
    from sessions s join users reader on reader.id = ${userId} and reader.organization_id = s.organization_id
      left join session_participants mine
        on mine.organization_id = s.organization_id and mine.session_id = s.id and mine.user_id = reader.id
    where s.organization_id = ${organizationId} and s.id = ${sessionId}`.execute(tx);
  const verdict = rows[0];
  if (!verdict) throw fail('session_not_found');
  if (verdict.reason) return verdict.reason;
  await tx
    .insertInto('session_participants')
    .values({ organization_id: organizationId, session_id: sessionId, user_id: userId })
    .execute();
  // Whoever waited for a place has one now.
  await tx
    .updateTable('session_waiters')
    .set({ status: 'accepted', answered_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('status', 'in', ['waiting', 'offered'])
    .execute();
  return null;
}
