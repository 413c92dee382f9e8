import type { PollVotes } from '@spotter/contract/conversations/polls.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { readVoted, type Voted } from './polls.repo.ts';

type About = { organizationId: string; conversationId: string; seq: number; messageId: string; userId: string };

/**
 * Sends the votes in a poll to everyone who may read it and see the member who just changed them, each without the votes of
 * people hidden from them. Counted here: in a group of 256 the database would count as often as it has members.
 */
export async function pollVoted(tx: Db, { organizationId, conversationId, seq, messageId, userId }: About) {
  const poll = await readVoted(tx, { organizationId, conversationId, seq });
  const { sender_id, members, blocks } = poll;
  const hidden = new Map<string, Set<string>>();
  const hide = (one: string, other: string) => hidden.set(one, (hidden.get(one) ?? new Set()).add(other));
  for (const [one, other] of blocks) {
    hide(one, other);
    hide(other, one);
  }
  const sees = (reader: string, person: string) => !hidden.get(reader)?.has(person);
  const told = members.filter((reader) => sees(reader, userId) && sees(reader, sender_id));
  const counted = told.map((reader) => ({ reader, votes: votesOf(poll, reader, (person) => sees(reader, person)) }));
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
