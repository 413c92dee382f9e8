import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listVotes } from '@spotter/contract/conversations/message-polls.ts';
import { senderIsHidden } from '#features/messages/index.ts';
import { visibleSession } from '#features/sessions/index.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { lockMessage } from '../conversation-locks.repo.ts';
import { mine, type Reader, readerValues } from '../conversations.read.ts';

const values = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid' } as const;
type Asked = { organizationId: string; userId: string; conversationId: string; messageId: string };
type Poll = { organizationId: string; conversationId: string; seq: number };

/** The poll, where the reader may vote in it. Not in a message request: it would tell that it was read. */
const readable = `messages m where m.organization_id = $organizationId and m.conversation_id = c.id and m.id = $messageId
  and m.seq > me.joined_seq and m.kind = 'poll' and m.deleted_at is null and not ${senderIsHidden} and c.requested_by is null`;

const gymStatement = statement('poll-gym', { organizationId: 'uuid', gymIds: 'uuid[]', id: 'uuid' })<{
  id: string;
  timezone: string;
}>(`select id, timezone from gyms where organization_id = $organizationId and id = any($gymIds) and id = $id`);

/** One of the asker's gyms with its zone. */
export async function findGym(tx: Db, { organizationId, gymIds }: Reader, id: string) {
  const [gym] = await run(tx, gymStatement, { organizationId, gymIds, id });
  return gym;
}

type Place = { seq: number; options: number; is_closed: boolean };
const placeStatement = statement('poll-place', { ...values, messageId: 'uuid' })<{ place: Place | null }>(
  `with ${hiddenCte} select (select json_build_object('seq', m.seq, 'options', jsonb_array_length(m.details -> 'options'),
    'is_closed', coalesce(m.details -> 'chosen', 'null') <> 'null')
  from ${readable}) as place from ${mine} and c.id = $conversationId`,
);

/** Locks a poll, and finds it if the reader may vote in it; undefined if they are not in the conversation. */
export async function lockPoll(tx: Db, asked: Asked): Promise<{ place: Place | null } | undefined> {
  lockMessage(tx, asked);
  const [found] = await run(tx, placeStatement, asked);
  return found;
}

type Voter = Poll & { userId: string };

const withdrawStatement = statement('withdraw-votes', { ...values, seq: 'bigint', options: 'int[]' })<{
  option: number;
}>(
  `delete from poll_votes where organization_id = $organizationId and conversation_id = $conversationId and seq = $seq
    and user_id = $userId and option <> all($options) returning option`,
);

/** Takes back a member's votes for all other options; how many they were. */
export const withdrawVotes = async (tx: Db, voter: Voter, options: readonly number[]): Promise<number> =>
  (await run(tx, withdrawStatement, { ...voter, options })).length;

const voteStatement = statement('vote', { ...values, seq: 'bigint', options: 'int[]' })<{ option: number }>(
  `insert into poll_votes (organization_id, conversation_id, seq, user_id, option)
  select distinct $organizationId, $conversationId, $seq, $userId, option from unnest($options) option
  on conflict do nothing returning option`,
);

/** Adds a member's votes; how many of them are new. */
export const insertVotes = async (tx: Db, voter: Voter, options: readonly number[]): Promise<number> =>
  (await run(tx, voteStatement, { ...voter, options })).length;

const listStatement = statement('poll-votes', { ...values, messageId: 'uuid' })<{
  votes: Returns<typeof listVotes> | null;
}>(
  `with ${hiddenCte} select (select (select coalesce(json_agg(json_build_object('option', v.option, 'user', ${personJsonSql('p')})
      order by v.created_at, p.id, v.option), '[]')
    from poll_votes v join users p on p.id = v.user_id
    where v.organization_id = $organizationId and v.conversation_id = c.id and v.seq = m.seq and not ${isHidden('v.user_id')})
  from ${readable}) as votes from ${mine} and c.id = $conversationId`,
);

/** Who voted for what, if the reader may vote there; undefined if they are not in the conversation. */
export async function readVotes(read: Read, asked: Asked) {
  const [found] = await read(listStatement, asked);
  return found;
}

const hostedStatement = statement('hosted-session', { ...readerValues, id: 'uuid' })(
  `with ${hiddenCte} select from sessions s where s.id = $id and s.creator_id = $userId and s.status = 'active' and ${visibleSession}`,
);

/** Whether a session is this member's own and goes ahead. */
export const hostsSession = async (tx: Db, reader: Reader, id: string): Promise<boolean> =>
  (await run(tx, hostedStatement, { ...reader, id })).length > 0;

const settleStatement = statement('settle-poll', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  seq: 'bigint',
  option: 'int',
})(
  `update messages set details = jsonb_set(details, '{chosen}', to_jsonb($option))
  where organization_id = $organizationId and conversation_id = $conversationId and seq = $seq`,
);

export const setChosen = (tx: Db, poll: Poll, option: number): void => send(tx, settleStatement, { ...poll, option });

/** A poll's votes, who may read it, and the blocks between all of these people. */
export type Voted = {
  sender_id: string;
  options: number;
  chosen: number | null;
  members: string[];
  votes: [userId: string, option: number][];
  blocks: [string, string][];
};

const votedStatement = statement('voted-poll', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  seq: 'bigint',
})<Voted>(
  `with members as (select w.user_id from messages m join conversation_members w on w.organization_id = $organizationId
      and w.conversation_id = $conversationId and w.joined_seq < m.seq
    where m.organization_id = $organizationId and m.conversation_id = $conversationId and m.seq = $seq),
  votes as (select v.user_id, v.option from poll_votes v
    where v.organization_id = $organizationId and v.conversation_id = $conversationId and v.seq = $seq),
  people as (select user_id from members union select user_id from votes)
  select m.sender_id, jsonb_array_length(m.details -> 'options') as options, (m.details ->> 'chosen')::int as chosen,
    array(select user_id from members) as members,
    (select coalesce(json_agg(json_build_array(user_id, option)), '[]') from votes) as votes,
    (select coalesce(json_agg(json_build_array(b.blocker_id, b.blocked_id)), '[]') from blocks b
      where b.organization_id = $organizationId and b.blocker_id in (select user_id from people)
        and b.blocked_id in (select user_id from people)) as blocks
  from messages m where m.organization_id = $organizationId and m.conversation_id = $conversationId and m.seq = $seq`,
);

export async function readVoted(tx: Db, { organizationId, conversationId, seq }: Poll): Promise<Voted> {
  const [poll] = await run(tx, votedStatement, { organizationId, conversationId, seq });
  return poll!;
}
