import type { Person } from '@spotter/contract/users/users.ts';

export type Ranked = { person: Person; isHost: boolean; isReader: boolean; isFriend: boolean };

/** The host, the reader, the reader's friends, then everyone in join order. */
export function ranked(
  people: readonly Person[],
  { hostId, readerId, friendIds }: { hostId: string; readerId: string; friendIds: ReadonlySet<string> },
): Ranked[] {
  const all = people.map((person) => ({
    person,
    isHost: person.id === hostId,
    isReader: person.id === readerId,
    isFriend: friendIds.has(person.id),
  }));
  const rank = ({ isHost, isReader, isFriend }: Ranked) => (isHost ? 0 : isReader ? 1 : isFriend ? 2 : 3);
  return all.toSorted((one, other) => rank(one) - rank(other));
}
