import { sql } from 'kysely';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, statement } from '#platform/db/statement.ts';
import { type News, tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { type LockedSession, lockVisibleSession } from '../session-lock.ts';
import { readSession } from '../sessions.detail.ts';
import { readerOf } from '../sessions.service.ts';

type CheckIn = { user_ids?: string[] | undefined; attended: boolean };

/**
 * Check-in is open from half an hour before the start until half an hour after it, by the database's clock. The host, co-hosts
 * and the gym's managers may check in others. Undoing a check-in makes attendance unknown, which is not absent.
 */
export async function checkIn(ctx: MemberCtx, id: string, { user_ids, attended }: CheckIn, inOwnZone: boolean) {
  const { organizationId, userId } = ctx.caller;
  const reader = readerOf(ctx.caller, inOwnZone);
  return ctx.tx(async (tx) => {
    const { hostId, gymId, checkInIsOpen, cancelled, isIn, isCoHost } = await lockVisibleSession(tx, ctx.caller, id);
    const people = user_ids ?? [userId];
    const ofOthers = people.some((person) => person !== userId);
    const runsIt = hostId === userId || isCoHost || reader.managedGymIds.includes(gymId);
    if (ofOthers && !runsIt) throw fail('access_denied');
    // A super admin inside the organization is in no session, but may check in members like a manager.
    if (!ofOthers && ctx.caller.emulatedBy) throw fail('emulation_not_allowed');
    if (!ofOthers && !isIn) throw fail('not_a_participant');
    if (cancelled) throw fail('session_cancelled');
    if (!checkInIsOpen) throw fail('check_in_closed');

    await mark(tx, { organizationId, sessionId: id, gymId, people, attended, by: userId });
    const session = await readSession(readsOf(tx), reader, id);
    if (!session) throw fail('session_not_found');
    return session;
  });
}

/** A member who sends "arrived" in the chat is checked in, if check-in is open. */
export async function checkInOnArrival(tx: Db, session: LockedSession, userId: string): Promise<void> {
  const { organizationId, id: sessionId, gymId, checkInIsOpen } = session;
  if (checkInIsOpen) await mark(tx, { organizationId, sessionId, gymId, people: [userId], attended: true, by: userId });
}

type Came = { organizationId: string; sessionId: string; gymId: string; people: string[]; attended: boolean };

const markableStatement = statement('check-in-markable', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  people: 'uuid[]',
  wanted: 'boolean?',
  by: 'uuid',
})<{ user_id: string; changed: boolean }>(
  `select p.user_id, p.attended is distinct from $wanted as changed from session_participants p
  where p.organization_id = $organizationId and p.session_id = $sessionId and p.user_id = any($people)
    and not ${blockedBetween('$by', 'p.user_id')}`,
);

/** Records check-ins and announces the new ones. People who are blocked or not in the session are unknown here. */
async function mark(tx: Db, { by, ...came }: Came & { by: string }): Promise<void> {
  const { organizationId, sessionId, people, attended } = came;
  const rows = await run(tx, markableStatement, { ...came, by, wanted: attended ? true : null });
  if (rows.length < new Set(people).size) throw fail('user_not_found');
  const changed = rows.filter((row) => row.changed).map(({ user_id }) => user_id);
  if (changed.length === 0) return;
  await tx
    .updateTable('session_participants')
    .set(
      attended
        ? { attended: true, checked_in_at: sql`now()`, checked_in_by: by }
        : { attended: null, checked_in_at: null, checked_in_by: null },
    )
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('user_id', 'in', changed)
    .execute();
  tell(tx, () => attendanceNews(tx, { ...came, people: changed }));
}

const whoCameStatement = statement('check-in-readers', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  people: 'uuid[]',
})<{ visible: string[]; readers: string[] }>(
  `with reader as (
    select user_id as id from session_participants where organization_id = $organizationId and session_id = $sessionId
    union select creator_id from sessions where organization_id = $organizationId and id = $sessionId
  ), seen as (
    select reader.id, array(select person from unnest($people) person
      where not ${blockedBetween('reader.id', 'person')} order by person) as visible
    from reader
  )
  select visible, array_agg(id) as readers from seen where visible <> '{}' group by visible`,
);

/** Tells the session's members and host who came, without people hidden from each reader. */
async function attendanceNews(tx: Db, came: Came): Promise<News[]> {
  const { organizationId, sessionId, gymId, attended } = came;
  const rows = await run(tx, whoCameStatement, came);
  return rows.map(({ visible, readers }) => ({
    scope: organizationId,
    type: 'session.checked_in',
    data: { session_id: sessionId, gym_id: gymId, user_ids: visible, attended },
    to: readers,
  }));
}
