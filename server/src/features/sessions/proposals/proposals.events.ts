import type { LiveEventData } from '@spotter/contract/events/live-events.ts';
import { notification, proposalSettled } from '#features/notifications/index.ts';
import { hiddenFrom } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { proposalFields } from './proposals.repo.ts';

type Which = { organizationId: string; id: string };
type Proposed = LiveEventData<'proposal.created'>;

type Row = { data: Proposed; proposer: string; answerer: string; audience: string[] };

/** A proposal and its audience: the session's members and the two parties, without members blocked by either party. */
const newsStatement = statement('proposal-news', { organizationId: 'uuid', id: 'uuid' })<Row>(
  `select json_build_object('session_id', s.id, 'gym_id', s.gym_id,
      'proposal', json_build_object(${proposalFields('g.timezone')})) as data,
    q.proposer_id as proposer, q.answerer_id as answerer,
    array(
      select a.id from (
        select p.user_id as id from session_participants p
        where p.organization_id = q.organization_id and p.session_id = q.session_id
        union select q.proposer_id union select q.answerer_id) a
      where a.id not in (${hiddenFrom(['q.proposer_id', 'q.answerer_id'])})
      order by a.id
    ) as audience
  from session_proposals q
    join sessions s on s.organization_id = q.organization_id and s.id = q.session_id
    join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    join users u on u.id = q.proposer_id
  where q.organization_id = $organizationId and q.id = $id`,
);

async function read(tx: Db, which: Which): Promise<Row> {
  const [row] = await run(tx, newsStatement, which);
  return row!;
}

/** Notifies the member who has to answer; a counter proposal is announced as an answer. */
export function proposalCreated(tx: Db, { organizationId, id }: Which): void {
  tell(tx, async () => {
    const { data, proposer, answerer, audience } = await read(tx, { organizationId, id });
    const isCounter = data.proposal.counters !== null;
    return [
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
    ];
  });
}

/**
 * Announces a closed proposal and clears the request to answer it. The proposer is notified of an answer, but not of a
 * withdrawal or an overtaken proposal.
 */
export function proposalAnswered(tx: Db, { organizationId, id }: Which): void {
  tell(tx, async () => {
    const { data, proposer, answerer, audience } = await read(tx, { organizationId, id });
    const { session_id: sessionId, proposal } = data;
    const answer = proposal.status;
    const isAnswer = answer === 'accepted' || answer === 'rejected';
    return [
      { scope: organizationId, type: 'proposal.answered', data, to: audience },
      proposalSettled({ organizationId, sessionId, proposalId: id }),
      notification({
        organizationId,
        kind: 'proposal_answered',
        to: isAnswer ? [proposer] : [],
        actorId: answerer,
        sessionId,
        data: { proposal_id: id, answer },
      }),
    ];
  });
}
