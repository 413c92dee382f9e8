import type { PollVotes } from '@spotter/contract/polls.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';

type Voted = {
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

type About = { organizationId: string; conversationId: string; seq: number; messageId: string; userId: string };

/**
 * Sends the votes in a poll to everyone who may read it and see the member who just changed them, each without the votes of
 * people hidden from them. Counted here: in a group of 256 the database would count as often as it has members.
 */
export async function pollVoted(tx: Db, { organizationId, conversationId, seq, messageId, userId }: About) {
  const [poll] = await run(tx, votedStatement, { organizationId, conversationId, seq });
  const { sender_id, members, blocks } = poll!;
  const hidden = new Map<string, Set<string>>();
  const hide = (one: string, other: string) => hidden.set(one, (hidden.get(one) ?? new Set()).add(other));
  for (const [one, other] of blocks) {
    hide(one, other);
    hide(other, one);
  }
  const sees = (reader: string, person: string) => !hidden.get(reader)?.has(person);
  const told = members.filter((reader) => sees(reader, userId) && sees(reader, sender_id));
  const counted = told.map((reader) => ({ reader, votes: votesOf(poll!, reader, (person) => sees(reader, person)) }));
  for (const alike of Map.groupBy(counted, ({ votes }) => JSON.stringify(votes)).values())
    tell(tx, {
      scope: organizationId,
      type: 'message.voted',
      data: { conversation_id: conversationId, message_id: messageId, seq, ...alike[0]!.votes },
      to: alike.map(({ reader }) => reader),
    });
}

function votesOf({ options, chosen, votes: all }: Voted, reader: string, sees: (person: string) => boolean): PollVotes {
  const seen = all.filter(([person]) => sees(person));
  const votes = Array.from({ length: options }, () => 0);
  for (const [, option] of seen) votes[option]! += 1;
  const own = seen.flatMap(([person, option]) => (person === reader ? option : [])).sort();
  return { votes, own, voters: new Set(seen.map(([person]) => person)).size, chosen };
}
