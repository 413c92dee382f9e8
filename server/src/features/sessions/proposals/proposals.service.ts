import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { listProposals as listEndpoint, type SessionProposal } from '@spotter/contract/sessions/proposals.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError, laterToday } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import type { Limits } from '#platform/limits.ts';
import { lockVisibleSession, refuseOver } from '../session-access.service.ts';
import type { LockedSession } from '../session-lock.repo.ts';
import { refuseTime } from '../session-refusals.service.ts';
import { readerOf } from '../sessions.read.ts';
import { moveSession } from '../sessions-update.service.ts';
import { acceptCards } from '../taking/spots.events.ts';
import { takeAgreedSpot } from '../taking/take-spots.service.ts';
import { proposalAnswered, proposalCreated } from './proposals.events.ts';
import * as repo from './proposals.repo.ts';

type Proposal = { proposed_time: string; message: string };

export async function listProposals(ctx: MemberCtx, id: string, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size: size } = query;
  const found = await repo.listProposals(ctx.read, readerOf(ctx), id, { size, offset: (page - 1) * size });
  if (!found) throw fail('session_not_found');
  const links = numberedLinks(listEndpoint, { params: { id }, query }, found.count);
  return { ...found, ...links };
}

export async function createProposal(ctx: MemberCtx, id: string, body: Proposal) {
  const { userId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const session = await lockVisibleSession(tx, ctx.caller, id);
    refuseProposer(session, userId);
    const proposalId = await propose(tx, ctx.limits, session, userId, body);
    await acceptCards(tx, { organizationId: session.organizationId, sessionId: id, userId });
    return seen(tx, ctx, { sessionId: id, proposalId });
  });
}

/** Participants and invited members propose. Holding the session's link is an invite; the host changes the time. */
export function refuseProposer(session: LockedSession, userId: string, shareToken: string | null = null): void {
  if (session.hostId === userId)
    throw fail('access_denied', { error: 'You host this session, so you can change its time.' });
  const isInvited = session.isInvited || (shareToken !== null && shareToken === session.shareToken);
  if (!session.isIn && !isInvited) throw fail('access_denied', { error: 'Join the session to propose another time.' });
}

/**
 * Proposes another time, which the host answers. Two members have at most one open proposal between them: a new one
 * replaces the proposer's earlier one, and counters a proposal of the host. After a no the day's limit counts.
 */
export async function propose(
  tx: Db,
  limits: Limits,
  session: LockedSession,
  userId: string,
  { proposed_time: startsAt, message }: Proposal,
  field = 'proposed_time',
): Promise<string> {
  const { organizationId, id: sessionId, hostId, starts_at: insteadOf } = session;
  await refuseProposed(tx, session, startsAt, field);
  const open = await repo.openBetween(tx, { organizationId, sessionId, one: userId, other: hostId });
  const between = { organizationId, sessionId, proposerId: userId, answererId: hostId };
  if (await repo.wasTurnedDown(tx, between)) {
    const secondsLeft = await limits.takeDaily(tx, 'asked_again', userId);
    if (secondsLeft !== null)
      throw laterToday("They've turned down your time. You can propose another one", secondsLeft);
  }
  const countered = open && open.proposer_id !== userId ? open.id : null;
  if (open) {
    await repo.close(tx, organizationId, open.id, countered ? 'countered' : 'withdrawn');
    await proposalAnswered(tx, { organizationId, id: open.id });
  }
  const proposalId = await repo.add(tx, {
    ...between,
    startsAt,
    insteadOf,
    message,
    counterTo: countered,
  });
  await proposalCreated(tx, { organizationId, id: proposalId });
  return proposalId;
}

/** Rejects an impossible time before anyone is asked about it. */
async function refuseProposed(tx: Db, session: LockedSession, proposed: string, field: string): Promise<void> {
  refuseOver(session);
  const startsAt = new Date(proposed);
  if (session.starts_at.getTime() === startsAt.getTime())
    throw fail('validation_failed', fieldError(field, 'The session already starts at this time.'));
  const { organizationId, gymId, minutes, now } = session;
  await refuseTime(tx, { organizationId, gymId, startsAt, minutes, now, field });
}

type Which = { sessionId: string; proposalId: string };

async function seen(tx: Db, ctx: MemberCtx, { sessionId, proposalId }: Which): Promise<SessionProposal> {
  const found = await repo.readProposal(readsOf(tx), readerOf(ctx), sessionId, proposalId);
  if (!found) throw fail('proposal_not_found');
  return found.proposal;
}

/** Finds the proposal the caller has to answer, under the session's lock, so that only one of two answers counts. */
async function findToAnswer(tx: Db, ctx: MemberCtx, { sessionId, proposalId }: Which) {
  const session = await lockVisibleSession(tx, ctx.caller, sessionId);
  const found = await repo.readProposal(readsOf(tx), readerOf(ctx), sessionId, proposalId);
  if (!found) throw fail('proposal_not_found');
  if (found.answerer_id !== ctx.caller.userId)
    throw fail('access_denied', { error: 'Someone else needs to answer this proposal.' });
  if (found.proposal.status !== 'pending') throw fail('proposal_answered');
  return { session, ...found };
}

/**
 * Moves the session. Other open proposals were about the old time, so the database closes them then
 * (`sessions_withdraw_proposals`), and their news is read after the move. In a session for invited members only, the one
 * who agreed on the time with the host is in.
 */
export async function acceptProposal(ctx: MemberCtx, which: Which) {
  const { organizationId, userId } = ctx.caller;
  const { sessionId, proposalId } = which;
  return ctx.tx(async (tx) => {
    const { session, proposer_id: proposerId, proposed_starts_at: startsAt } = await findToAnswer(tx, ctx, which);
    const open = await repo.openProposals(tx, organizationId, sessionId);
    await repo.close(tx, organizationId, proposalId, 'accepted');
    await moveSession(tx, { organizationId, sessionId, startsAt, actorId: userId });
    const guestId = userId === session.hostId ? proposerId : userId;
    if (session.inviteOnly) await takeAgreedSpot(tx, { organizationId, sessionId, userId: guestId });
    for (const { id } of open) await proposalAnswered(tx, { organizationId, id });
    return seen(tx, ctx, which);
  });
}

export async function rejectProposal(ctx: MemberCtx, which: Which) {
  const { organizationId } = ctx.caller;
  return ctx.tx(async (tx) => {
    await findToAnswer(tx, ctx, which);
    await repo.close(tx, organizationId, which.proposalId, 'rejected');
    await proposalAnswered(tx, { organizationId, id: which.proposalId });
    return seen(tx, ctx, which);
  });
}

/** Counters with yet another time, which the proposer now has to answer. */
export async function counterProposal(ctx: MemberCtx, which: Which, body: Proposal) {
  const { organizationId, userId } = ctx.caller;
  const { sessionId, proposalId } = which;
  return ctx.tx(async (tx) => {
    const { session, proposer_id: answererId, proposed_starts_at: proposed } = await findToAnswer(tx, ctx, which);
    if (proposed.getTime() === Date.parse(body.proposed_time))
      throw fail('validation_failed', fieldError('proposed_time', 'This is the time they proposed. Pick another one.'));
    await refuseProposed(tx, session, body.proposed_time, 'proposed_time');
    await repo.close(tx, organizationId, proposalId, 'countered');
    const id = await repo.add(tx, {
      organizationId,
      sessionId,
      proposerId: userId,
      answererId,
      startsAt: body.proposed_time,
      insteadOf: session.starts_at,
      message: body.message,
      counterTo: proposalId,
    });
    await proposalAnswered(tx, { organizationId, id: proposalId });
    await proposalCreated(tx, { organizationId, id });
    return seen(tx, ctx, { ...which, proposalId: id });
  });
}
