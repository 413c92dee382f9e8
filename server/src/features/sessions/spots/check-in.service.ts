import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { foundEvents } from '#platform/events/write.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { isFinish } from '../finish/finish.repo.ts';
import { type LockedSession, lockVisibleSession } from '../session-lock.ts';
import { sessionAnswer } from '../sessions.detail.ts';
import { readerOf } from '../sessions.service.ts';

type CheckIn = { user_ids?: string[] | undefined; attended: boolean };

/**
 * Check-in is open from half an hour before the start until half an hour after it, by the database's clock. The host, co-hosts
 * and the gym's managers may check in others; members who forgot may still say that they came, while the session is on home.
 * Undoing a check-in makes attendance unknown, which is not absent.
 */
export async function checkIn(ctx: MemberCtx, id: string, { user_ids, attended }: CheckIn, inOwnZone: boolean) {
  const { organizationId, userId } = ctx.caller;
  const reader = readerOf(ctx.caller, inOwnZone);
  const work = async (tx: Db) => {
    const { hostId, gymId, checkInIsOpen, cancelled, isIn, isCoHost } = await lockVisibleSession(tx, ctx.caller, id);
    const people = user_ids ?? [userId];
    const ofOthers = people.some((person) => person !== userId);
    const runsIt = hostId === userId || isCoHost || reader.managedGymIds.includes(gymId);
    if (ofOthers && !runsIt) throw fail('access_denied');
    // A super admin inside the organization is in no session, but may check in members like a manager.
    if (!ofOthers && ctx.caller.emulatedBy) throw fail('emulation_not_allowed');
    if (!ofOthers && !isIn) throw fail('not_a_participant');
    if (cancelled) throw fail('session_cancelled');
    const isLate = !checkInIsOpen && !ofOthers && attended && (await isFinish(tx, { organizationId, id }));
    if (!checkInIsOpen && !isLate) throw fail('check_in_closed');

    await mark(tx, { organizationId, sessionId: id, gymId, people, attended, by: userId });
  };
  return ctx.tx(work, (tx) => sessionAnswer(readsOf(tx), reader, id), { decided: true });
}

/** A member who sends "arrived" in the chat is checked in, if check-in is open. */
export async function checkInOnArrival(tx: Db, session: LockedSession, userId: string): Promise<void> {
  const { organizationId, id: sessionId, gymId, checkInIsOpen } = session;
  if (checkInIsOpen) await mark(tx, { organizationId, sessionId, gymId, people: [userId], attended: true, by: userId });
}

type Came = { organizationId: string; sessionId: string; gymId: string; people: readonly string[]; attended: boolean };

// Undone, attendance is unknown again.
const markStatement = statement('mark-attendance', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  people: 'uuid[]',
  attended: 'boolean',
  by: 'uuid',
})<{ known: number; changed: string[] }>(
  `with known as (
    select p.user_id, p.attended is distinct from nullif($attended, false) as changes from session_participants p
    where p.organization_id = $organizationId and p.session_id = $sessionId and p.user_id = any($people)
      and not ${blockedBetween('$by', 'p.user_id')}
  ), marked as (
    update session_participants p set attended = nullif($attended, false),
      checked_in_at = case when $attended then now() end, checked_in_by = case when $attended then $by end
    from known where p.organization_id = $organizationId and p.session_id = $sessionId and p.user_id = known.user_id
      and known.changes
    returning p.user_id
  )
  select (select count(*)::int from known) as known, array(select user_id from marked) as changed`,
);

/** Records check-ins and announces the new ones. People who are blocked or not in the session are unknown here. */
async function mark(tx: Db, came: Came & { by: string }): Promise<void> {
  const [row] = await run(tx, markStatement, came);
  const { known, changed } = row!;
  if (known < new Set(came.people).size) throw fail('user_not_found');
  if (changed.length > 0) tell(tx, { scope: came.organizationId, ...checkedIn({ ...came, people: changed }) });
}

/** Tells the session's members and host who came, without people hidden from each reader. */
const checkedIn = foundEvents(
  'checked in',
  { organizationId: 'uuid', sessionId: 'uuid', gymId: 'uuid', people: 'uuid[]', attended: 'boolean' },
  {
    ctes: [
      `reader as (
        select user_id as id from session_participants where organization_id = $organizationId and session_id = $sessionId
        union select creator_id from sessions where organization_id = $organizationId and id = $sessionId
      )`,
      `seen as (
        select reader.id, array(select person from unnest($people) person
          where not ${blockedBetween('reader.id', 'person')} order by person) as visible
        from reader
      )`,
    ],
    select: `select row_number() over (order by visible) as place, 'session.checked_in' as type,
        jsonb_build_object('session_id', $sessionId, 'gym_id', $gymId, 'user_ids', visible, 'attended', $attended) as data,
        array_agg(id) as user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids
      from seen where visible <> '{}' group by visible`,
  },
);
