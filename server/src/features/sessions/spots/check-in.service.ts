import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { sessionAnswer } from '../detail/session-detail.service.ts';
import { isFinish } from '../finish/finish.repo.ts';
import { lockVisibleSession } from '../session-access.service.ts';
import type { LockedSession } from '../session-lock.repo.ts';
import { readerOf } from '../sessions.read.ts';
import { type Attendance, markAttendance } from './check-in.repo.ts';

type CheckIn = { user_ids?: string[] | undefined; attended: boolean };

/**
 * Check-in is open from half an hour before the start until half an hour after it, by the database's clock. The host, co-hosts
 * and the gym's managers may check in others; members who forgot may still say that they came, while the session is on home.
 * Undoing a check-in makes attendance unknown, which is not absent.
 */
export async function checkIn(ctx: MemberCtx, id: string, { user_ids, attended }: CheckIn) {
  const { organizationId, userId } = ctx.caller;
  const reader = readerOf(ctx);
  const work = async (tx: Db) => {
    const { gymId, checkInIsOpen, status, isIn, runsIt } = await lockVisibleSession(tx, ctx.caller, id);
    const people = user_ids ?? [userId];
    const ofOthers = people.some((person) => person !== userId);
    if (ofOthers && !runsIt) throw fail('access_denied');
    // A super admin inside the organization is in no session, but may check in members like a manager.
    if (!ofOthers && ctx.caller.emulatedBy) throw fail('emulation_not_allowed');
    if (!ofOthers && !isIn) throw fail('not_a_participant');
    if (status === 'cancelled') throw fail('session_cancelled');
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

/** Records check-ins and announces the new ones. People who are blocked or not in the session are unknown here. */
async function mark(tx: Db, came: Attendance & { gymId: string }): Promise<void> {
  const { known, heard } = await markAttendance(tx, came);
  if (known < new Set(came.people).size) throw fail('user_not_found');
  const { organizationId: scope, sessionId: session_id, gymId: gym_id, attended } = came;
  for (const { people: user_ids, to } of heard)
    tell(tx, { scope, type: 'session.checked_in', data: { session_id, gym_id, user_ids, attended }, to });
}
