import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import type { Member } from '#platform/logins/callers.ts';
import { checkInIsOpenSql } from './sessions.read.ts';

export type LockedSession = {
  organizationId: string;
  id: string;
  gymId: string;
  hostId: string;
  startsAt: Date;
  minutes: number;
  cancelled: boolean;
  started: boolean;
  checkInIsOpen: boolean;
  /** Whether the caller is a member of the session or is invited. */
  isIn: boolean;
  isInvited: boolean;
};

/**
 * Locks a session as the caller sees it, so that later statements judge its current state. A session the caller may not
 * see does not exist.
 */
export async function lockVisibleSession(tx: Db, caller: Member, id: string): Promise<LockedSession> {
  const { organizationId, userId, gymIds } = caller;
  const locked = await tx
    .selectFrom('sessions as s')
    .select(['gym_id', 'creator_id', 'starts_at', 'duration_minutes', 'status'])
    .select([
      sql<boolean>`starts_at <= now()`.as('started'),
      sql<boolean>`${sql.raw(checkInIsOpenSql)}`.as('check_in_is_open'),
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('gym_id', '=', sql<string>`any(${gymIds}::uuid[])`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) throw fail('session_not_found');
  const { rows } = await sql<{ is_in: boolean; is_invited: boolean; hidden: boolean }>`
    select exists (select from session_participants where organization_id = ${organizationId} and session_id = ${id}
        and user_id = ${userId}) as is_in,
      exists (select from session_invites where organization_id = ${organizationId} and session_id = ${id}
        and user_id = ${userId}) as is_invited,
      exists (select from blocks where organization_id = ${organizationId}
        and ((blocker_id = ${userId} and blocked_id = ${locked.creator_id})
          or (blocker_id = ${locked.creator_id} and blocked_id = ${userId}))) as hidden`.execute(tx);
  const { is_in, is_invited, hidden } = rows[0]!;
  if (hidden) throw fail('session_not_found');
  return {
    organizationId,
    id,
    gymId: locked.gym_id,
    hostId: locked.creator_id,
    startsAt: locked.starts_at,
    minutes: locked.duration_minutes ?? 0,
    cancelled: locked.status === 'cancelled',
    started: locked.started,
    checkInIsOpen: locked.check_in_is_open,
    isIn: is_in,
    isInvited: is_invited,
  };
}
