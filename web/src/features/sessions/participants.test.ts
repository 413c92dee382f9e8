import { expect, test } from 'vitest';
import { sessionDetail, testUser } from '../../testing/session.ts';
import { guestsInWords, membersIn, rankParticipants } from './participants.ts';

test('lists the host first, then the reader, friends, and the rest in join order', () => {
  const people = ['dora', 'finn', 'ana', 'cleo', 'ben'].map((id) => testUser(id));
  const order = rankParticipants(people, { hostId: 'ben', readerId: 'ana', friendIds: new Set(['cleo', 'ben']) });
  expect(order.map(({ person }) => person.id)).toEqual(['ben', 'ana', 'cleo', 'dora', 'finn']);
  expect(order[0]).toMatchObject({ isHost: true, isFriend: true });
});

test('names the guests of other members, and counts members without guests', () => {
  const guests = (...first_names: (string | null)[]) => ({ first_names });
  const session = sessionDetail({
    current_participants: 6,
    guests: [
      { user_id: 'ben', ...guests('Leo', null) },
      { user_id: 'cleo', ...guests(null, null) },
    ],
  });
  expect(guestsInWords(session, 'ana')).toBe('Leo and 1 more with Ben');
  expect(guestsInWords(session, 'ben')).toBeNull();
  expect(membersIn(session)).toBe(2);
  expect(guestsInWords(sessionDetail(), 'ana')).toBeNull();
});
