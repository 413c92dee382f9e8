import { askToBeFriends } from '#features/friends/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readSession } from '../detail/session-detail.service.ts';
import { propose, refuseProposer } from '../proposals/proposals.service.ts';
import { lockVisibleSession } from '../session-access.service.ts';
import { readerOf } from '../sessions.read.ts';
import { takeSpot } from '../taking/take-spots.service.ts';

type Proposal = { proposed_time: string; message: string };
type PendingJoin = {
  session_id: string;
  friend_request_ids?: string[] | undefined;
  proposal?: Proposal | undefined;
  share_token?: string | undefined;
};

/** Finishes what a person started before signing in: all of it, or nothing if one part fails. */
export async function joinPendingSession(ctx: MemberCtx, body: PendingJoin) {
  const { userId, organizationId } = ctx.caller;
  const reader = readerOf(ctx);
  return ctx.tx(async (tx) => {
    if (!(await readSession(readsOf(tx), reader, body.session_id))) throw fail('session_not_found');
    const spot = { organizationId, sessionId: body.session_id, userId };
    // A proposed time replaces the join.
    const proposalId = body.proposal ? await proposeInstead(tx, ctx, body, body.proposal) : null;
    if (!proposalId) await takeFreeSpot(tx, spot);
    // Beyond the day's limit of friend requests, the rest aren't sent: the spot matters more.
    const people = [...(body.friend_request_ids ?? [])].sort();
    for (const otherId of people) {
      const { outcome } = await askToBeFriends(tx, ctx.limits, { organizationId, userId, otherId });
      if (outcome === 'unknown') throw fail('user_not_found');
    }
    const session = await readSession(readsOf(tx), reader, body.session_id);
    if (!session) throw fail('session_not_found');
    return { session, joined: proposalId === null, proposal_id: proposalId };
  });
}

async function takeFreeSpot(tx: Db, spot: Parameters<typeof takeSpot>[1]): Promise<void> {
  const reason = await takeSpot(tx, spot);
  if (reason) throw fail(reason);
}

/** The direct call's rule: a member who came by the session's link shows it as their invite. */
async function proposeInstead(tx: Db, { caller, limits }: MemberCtx, body: PendingJoin, proposal: Proposal) {
  const session = await lockVisibleSession(tx, caller, body.session_id);
  refuseProposer(session, caller.userId, body.share_token);
  return propose(tx, limits, session, caller.userId, proposal, 'proposal.proposed_time');
}
