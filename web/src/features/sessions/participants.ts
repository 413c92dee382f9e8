import type { Person } from '@spotter/contract/users/users.ts';
import type { SessionDetail } from './session.ts';

export type RankedParticipant = { person: Person; isHost: boolean; isReader: boolean; isFriend: boolean };

/** The host, the reader, the reader's friends, then everyone in join order. */
export function rankParticipants(
  people: readonly Person[],
  { hostId, readerId, friendIds }: { hostId: string; readerId: string; friendIds: ReadonlySet<string> },
): RankedParticipant[] {
  const all = people.map((person) => ({
    person,
    isHost: person.id === hostId,
    isReader: person.id === readerId,
    isFriend: friendIds.has(person.id),
  }));
  const rank = ({ isHost, isReader, isFriend }: RankedParticipant) => (isHost ? 0 : isReader ? 1 : isFriend ? 2 : 3);
  return all.toSorted((one, other) => rank(one) - rank(other));
}

/** How many members are in; guests take spots too, but don't check in and aren't told anything. */
export const membersIn = ({ current_participants, guests }: Pick<SessionDetail, 'current_participants' | 'guests'>) =>
  current_participants - guests.reduce((total, { first_names }) => total + first_names.length, 0);

/** 'Leo with Ana, Mia and 1 more with Ben', without the reader's own guests; null when no guest has a name. */
export function guestsInWords(
  { guests, participants }: Pick<SessionDetail, 'guests' | 'participants'>,
  readerId: string,
): string | null {
  const others = guests.filter(({ user_id }) => user_id !== readerId);
  const parts = others.flatMap(({ user_id, first_names }) => {
    const member = participants.find(({ id }) => id === user_id)?.first_name;
    const named = first_names.filter((name) => name !== null);
    if (!member || named.length === 0) return [];
    const unnamed = first_names.length - named.length;
    return [`${[...named, ...(unnamed > 0 ? [`${unnamed} more`] : [])].join(' and ')} with ${member}`];
  });
  return parts.length > 0 ? parts.join(', ') : null;
}
