import { sql } from 'kysely';
import { isOpen } from '#features/gyms/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import { changeEffects } from './session-changes.ts';
import { about, endOf } from './session-times.ts';
import type { Effect } from './sessions.events.ts';

type Moving = {
  organizationId: string;
  sessionId: string;
  startsAt: Date;
  actorId: string | null;
  /** Which field of the call the time came in. */
  field?: string;
};

/** Moves one session, which keeps its length. Answers what tells everybody, to be called last. */
export async function moveSession(tx: Db, moving: Moving): Promise<Effect[]> {
  const { organizationId, sessionId, startsAt, actorId, field = 'start_time' } = moving;
  const session = await lockSession(tx, moving);
  refuseOver(session);
  if (startsAt.getTime() <= session.now.getTime())
    throw fail('session_in_past', about(field, 'A session must start in the future.'));
  const minutes = session.duration_minutes;
  if (!(await isOpen(tx, { organizationId, gymId: session.gym_id, startsAt, minutes })))
    throw fail('gym_closed', about(field, 'The gym is closed at that time.'));
  await setTime(tx, moving, startsAt, minutes);
  return changeEffects(tx, { organizationId, sessionId, actorId, changed: ['start_time', 'end_time'] });
}

type Known = { organizationId: string; sessionId: string };

export async function lockSession(tx: Db, { organizationId, sessionId }: Known) {
  const session = await tx
    .selectFrom('sessions')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!session) throw fail('session_not_found');
  return session;
}

/** What has begun or was cancelled stays as it is. */
export function refuseOver({ status, starts_at, now }: { status: string; starts_at: Date; now: Date }): void {
  if (status === 'cancelled') throw fail('session_cancelled');
  if (starts_at.getTime() <= now.getTime()) throw fail('session_started');
}

/** Gives a session another time. What was said about the old one, such as 'starts in an hour', is said again when due. */
export async function setTime(tx: Db, { organizationId, sessionId }: Known, startsAt: Date, minutes: number) {
  await tx
    .updateTable('sessions')
    .set((eb) => ({ starts_at: startsAt, ends_at: endOf(startsAt, minutes), revision: eb('revision', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .execute();
  await sql`delete from session_reminders where organization_id = ${organizationId} and session_id = ${sessionId}
    and ${startsAt}::timestamptz - make_interval(mins => minutes_before) > now()`.execute(tx);
}
