import { notification, settleProposal } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { readNews } from './proposals.repo.ts';

type Which = { organizationId: string; id: string };

/** Notifies the member who has to answer; a counter proposal is announced as an answer. */
export async function proposalCreated(tx: Db, { organizationId, id }: Which): Promise<void> {
  const { data, proposer, answerer, audience } = await readNews(tx, { organizationId, id });
  const isCounter = data.proposal.counters !== null;
  tell(
    tx,
    { scope: organizationId, type: 'proposal.created', data, to: audience },
    notification({
      organizationId,
      kind: isCounter ? 'proposal_answered' : 'proposal',
      to: [answerer],
      actorId: proposer,
      sessionId: data.session_id,
      fold: `proposal:${data.session_id}:${proposer}`,
      data: { proposal_id: id, ...(isCounter && { answer: 'countered' }) },
    }),
  );
}

/**
 * Announces a closed proposal and clears the request to answer it. The proposer is notified of an answer, but not of a
 * withdrawal or an overtaken proposal.
 */
export async function proposalAnswered(tx: Db, { organizationId, id }: Which): Promise<void> {
  const { data, proposer, answerer, audience } = await readNews(tx, { organizationId, id });
  const { session_id: sessionId, proposal } = data;
  const answer = proposal.status;
  const isAnswer = answer === 'accepted' || answer === 'rejected';
  settleProposal(tx, { organizationId, sessionId, proposalId: id });
  tell(
    tx,
    { scope: organizationId, type: 'proposal.answered', data, to: audience },
    notification({
      organizationId,
      kind: 'proposal_answered',
      to: isAnswer ? [proposer] : [],
      actorId: answerer,
      sessionId,
      data: { proposal_id: id, answer },
    }),
  );
}
