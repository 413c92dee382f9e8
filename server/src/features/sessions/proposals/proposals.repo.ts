import type { LiveEventData } from '@spotter/contract/events/live-events.ts';
import type { SessionProposal } from '@spotter/contract/sessions/proposals.ts';
import { hiddenCte, hiddenFrom, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql, timeJsonSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import { newId } from '#platform/ids.ts';
import { isAheadSql, type SessionReader, sessionJoins, visitorValues, zoneSql } from '../sessions.read.ts';
import { seesProposalSql, visibleSession } from '../visibility.repo.ts';

/** Aliases: q the proposal, u its proposer. Leaves out who may answer, which depends on the reader. */
const proposalFields = (zone: string) => `
  'id', q.id, 'session_id', q.session_id, 'proposer', ${personJsonSql('u')},
  'proposed_time', ${timeJsonSql('q.proposed_starts_at', zone)}, 'instead_of', ${timeJsonSql('q.instead_of', zone)},
  'message', q.message, 'status', q.status, 'counters', q.counter_to,
  'created_at', ${instantSql('q.created_at')}, 'answered_at', ${instantSql('q.answered_at')}`;

const proposalJson = `json_build_object(${proposalFields(zoneSql)},
  'can_answer', q.status = 'pending' and q.answerer_id = $userId and ${isAheadSql})`;

const listStatement = statement('proposals', {
  ...visitorValues,
  sessionId: 'uuid',
  size: 'int',
  offset: 'int',
})<{ count: number; results: SessionProposal[] }>(
  `with ${hiddenCte},
  found as (
    select q.* from sessions s ${sessionJoins}
      join session_proposals q on q.organization_id = s.organization_id and q.session_id = s.id
    where s.id = $sessionId and ${visibleSession} and ${seesProposalSql}
  ),
  page as (select * from found order by created_at desc, id desc limit $size offset $offset)
  select (select count(*)::int from found) as count,
    (select coalesce(json_agg(${proposalJson} order by q.created_at desc, q.id desc), '[]')
      from page q join users u on u.id = q.proposer_id) as results
  from sessions s ${sessionJoins} where s.id = $sessionId and ${visibleSession}`,
);

/** A page of a session's proposals; null when the reader may not see the session. */
export async function listProposals(
  read: Read,
  reader: SessionReader,
  sessionId: string,
  page: { size: number; offset: number },
) {
  const [row] = await read(listStatement, { ...reader, ...page, sessionId });
  return row ?? null;
}

type Answerable = { proposal: SessionProposal; proposer_id: string; answerer_id: string; proposed_starts_at: Date };

const oneStatement = statement('proposal', { ...visitorValues, sessionId: 'uuid', id: 'uuid' })<Answerable>(
  `with ${hiddenCte}
  select ${proposalJson} as proposal, q.proposer_id, q.answerer_id, q.proposed_starts_at
  from sessions s ${sessionJoins}
    join session_proposals q on q.organization_id = s.organization_id and q.session_id = s.id and q.id = $id
    join users u on u.id = q.proposer_id
  where s.id = $sessionId and ${visibleSession} and ${seesProposalSql}`,
);

/** One proposal as the reader sees it; null when they may not see it. */
export async function readProposal(read: Read, reader: SessionReader, sessionId: string, id: string) {
  const [row] = await read(oneStatement, { ...reader, sessionId, id });
  return row ?? null;
}

type Pair = { organizationId: string; sessionId: string; one: string; other: string };

const openStatement = statement('open-proposal', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  one: 'uuid',
  other: 'uuid',
})<{ id: string; proposer_id: string }>(
  `select id, proposer_id from session_proposals
  where organization_id = $organizationId and session_id = $sessionId and status = 'pending'
    and proposer_id in ($one, $other) and answerer_id in ($one, $other)`,
);

/** The open proposal between two members about a session, in either direction: at most one. */
export async function openBetween(tx: Db, between: Pair) {
  const [open] = await run(tx, openStatement, between);
  return open;
}

type Status = 'accepted' | 'rejected' | 'countered' | 'withdrawn';

const closeStatement = statement('close-proposal', { organizationId: 'uuid', id: 'uuid', status: 'text' })(
  `update session_proposals set status = $status, answered_at = now()
  where organization_id = $organizationId and id = $id and status = 'pending'`,
);

export async function close(tx: Db, organizationId: string, id: string, status: Status): Promise<void> {
  await run(tx, closeStatement, { organizationId, id, status });
}

export async function setAnswerer(tx: Db, organizationId: string, id: string, answererId: string): Promise<void> {
  await tx
    .updateTable('session_proposals')
    .set({ answerer_id: answererId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

type NewProposal = {
  organizationId: string;
  sessionId: string;
  proposerId: string;
  answererId: string;
  startsAt: string;
  insteadOf: Date;
  message: string;
  counterTo: string | null;
};

export async function add(tx: Db, proposal: NewProposal): Promise<string> {
  const id = newId();
  await tx
    .insertInto('session_proposals')
    .values({
      organization_id: proposal.organizationId,
      id,
      session_id: proposal.sessionId,
      proposer_id: proposal.proposerId,
      answerer_id: proposal.answererId,
      counter_to: proposal.counterTo,
      proposed_starts_at: proposal.startsAt,
      instead_of: proposal.insteadOf,
      message: proposal.message,
    })
    .execute();
  return id;
}

/** Proposals that wait for an answer, oldest first. */
export const openProposals = (tx: Db, organizationId: string, sessionId: string) =>
  tx
    .selectFrom('session_proposals')
    .select(['id', 'proposer_id', 'answerer_id'])
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute();

const turnedDownStatement = statement('proposal-turned-down', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  proposerId: 'uuid',
  answererId: 'uuid',
})<{ id: string }>(
  `select id from session_proposals where organization_id = $organizationId and session_id = $sessionId
    and proposer_id = $proposerId and answerer_id = $answererId and status = 'rejected' limit 1`,
);

/** Whether the one has turned down a time of the other for this session. */
export const wasTurnedDown = async (
  tx: Db,
  between: { organizationId: string; sessionId: string; proposerId: string; answererId: string },
): Promise<boolean> => (await run(tx, turnedDownStatement, between)).length > 0;

type ProposalNews = { data: LiveEventData<'proposal.created'>; proposer: string; answerer: string; audience: string[] };

const newsStatement = statement('proposal-news', { organizationId: 'uuid', id: 'uuid' })<ProposalNews>(
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

/** A proposal and its audience: the session's members and the two parties, without members blocked by either party. */
export async function readNews(tx: Db, proposal: { organizationId: string; id: string }): Promise<ProposalNews> {
  const [row] = await run(tx, newsStatement, proposal);
  return row!;
}
