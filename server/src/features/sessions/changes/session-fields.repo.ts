import type { Updateable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';
import type { SessionKey } from '../session-lock.repo.ts';

const keyValues = { organizationId: 'uuid', sessionId: 'uuid' } as const;

export async function updateSession(
  tx: Db,
  { organizationId, sessionId }: SessionKey,
  values: Updateable<DB['sessions']>,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set(values)
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .execute();
}

const forgetStatement = statement('forget-reminders', { ...keyValues, startsAt: 'timestamptz' })(
  `delete from session_reminders where organization_id = $organizationId and session_id = $sessionId
    and $startsAt - make_interval(mins => minutes_before) > now()`,
);

/** Forgets the reminders that are yet to come for a session's new start. */
export async function forgetReminders(tx: Db, key: SessionKey, startsAt: Date): Promise<void> {
  await run(tx, forgetStatement, { ...key, startsAt });
}

const guestsStatement = statement(
  'most-guests',
  keyValues,
)<{ most: number }>(
  `select coalesce(max(cardinality(guest_names)), 0) as most from session_participants
  where organization_id = $organizationId and session_id = $sessionId`,
);

/** How many guests the member with the most of them brings. */
export async function mostGuests(tx: Db, key: SessionKey): Promise<number> {
  const [row] = await run(tx, guestsStatement, key);
  return row!.most;
}

const lostStatement = statement('lost-by-moving', { ...keyValues, gymId: 'uuid' })(
  `select from session_participants p join users u on u.id = p.user_id
  where p.organization_id = $organizationId and p.session_id = $sessionId and not ${canUseGym('u', '$gymId')} limit 1`,
);

/** Whether some members of a session can't use a gym. */
export const excludesMembers = async (tx: Db, key: SessionKey, gymId: string): Promise<boolean> =>
  (await run(tx, lostStatement, { ...key, gymId })).length > 0;
