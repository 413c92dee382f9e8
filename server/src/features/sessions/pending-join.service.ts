import { sql } from 'kysely';
import { askToBeFriends, lockPair } from '#features/friends/index.ts';
import { isOpen } from '#features/gyms/index.ts';
import { refuseWhileEmulating } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { sessionJoined } from './places.events.ts';
import { readSession } from './sessions.detail.ts';
import { proposalCreated } from './sessions.events.ts';
import { takePlace } from './sessions.join.ts';
import { readerOf } from './sessions.service.ts';

type MemberCtx = Ctx<Caller & { organizationId: string }>;
type Proposal = { proposed_time: string; message: string };
type PendingJoin = {
  session_id: string;
  friend_request_ids?: string[] | undefined;
  proposal?: Proposal | undefined;
};

/** Finishes what somebody began before they were signed in: all of it, or, if one part cannot be, nothing. */
export async function joinPendingSession(ctx: MemberCtx, body: PendingJoin, inOwnZone: boolean) {
  refuseWhileEmulating(ctx);
  const { userId, organizationId } = ctx.caller;
  const reader = readerOf(ctx.caller, inOwnZone);
  return ctx.tx(async (tx) => {
    if (!(await readSession(readsOf(tx), reader, body.session_id))) throw fail('session_not_found');
    const place = { organizationId, sessionId: body.session_id, userId };
    // Another time is asked for in place of this one.
    const proposalId = body.proposal ? await propose(tx, place, body.proposal) : null;
    const reason = body.proposal ? null : await takePlace(tx, place);
    if (reason) throw fail(reason);
    const people = [...(body.friend_request_ids ?? [])].sort();
    // Everybody is found and locked before anybody is told: telling takes the organisation's lock, and locks have one order.
    for (const otherId of people)
      if (!(await lockPair(tx, { organizationId, userId, otherId }))) throw fail('user_not_found');
    for (const otherId of people) await askToBeFriends(tx, { organizationId, userId, otherId });
    await (proposalId ? proposalCreated(tx, { organizationId, id: proposalId }) : sessionJoined(tx, place));
    const session = await readSession(readsOf(tx), reader, body.session_id);
    if (!session) throw fail('session_not_found');
    return { session, joined: body.proposal === undefined, proposal_id: proposalId };
  });
}

type Place = { organizationId: string; sessionId: string; userId: string };

/** Another time for the session, which its host answers; a newer proposal takes the place of one still open. */
async function propose(tx: Db, { organizationId, sessionId, userId }: Place, proposal: Proposal): Promise<string> {
  const session = await tx
    .selectFrom('sessions')
    .select(['creator_id', 'gym_id', 'starts_at', 'duration_minutes', 'status'])
    .select(sql<boolean>`starts_at <= now()`.as('started'))
    .select(sql<boolean>`${proposal.proposed_time}::timestamptz <= now()`.as('past'))
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (session.creator_id === userId) throw fail('already_joined');
  if (session.status === 'cancelled') throw fail('session_cancelled');
  if (session.started) throw fail('session_started');
  const about = (text: string) => ({ details: { 'proposal.proposed_time': [text] } });
  if (session.past) throw fail('session_in_past', about('A session must start in the future.'));
  const startsAt = proposal.proposed_time;
  if (session.starts_at.getTime() === Date.parse(startsAt))
    throw fail('validation_failed', about('This is the time it has already'));
  const stay = { organizationId, gymId: session.gym_id, startsAt, minutes: session.duration_minutes };
  if (!(await isOpen(tx, stay))) throw fail('gym_closed', about('The gym is closed at that time.'));
  await tx
    .updateTable('session_proposals')
    .set({ status: 'withdrawn', answered_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('proposer_id', '=', userId)
    .where('answerer_id', '=', session.creator_id)
    .where('status', '=', 'pending')
    .execute();
  const id = newId();
  await tx
    .insertInto('session_proposals')
    .values({
      organization_id: organizationId,
      id,
      session_id: sessionId,
      proposer_id: userId,
      answerer_id: session.creator_id,
      proposed_starts_at: startsAt,
      instead_of: session.starts_at,
      message: proposal.message,
    })
    .execute();
  return id;
}
