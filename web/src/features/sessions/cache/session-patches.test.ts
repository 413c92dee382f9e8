import { expect, test } from 'vitest';
import { sessionDetail, testUser } from '../../../testing/session.ts';
import type { SessionDetail } from '../session.ts';
import { leftBy, leftByReader, nextHostOf, withGuests } from './session-patches.ts';

const hosted = sessionDetail({
  creator: testUser('ana'),
  participants: ['ana', 'ben', 'cleo'].map((id) => testUser(id)),
  current_participants: 4,
  available_spots: 6,
  is_participant: true,
  guests: [{ user_id: 'ana', first_names: ['Leo'] }],
});

test('takes guests along when their member leaves', () => {
  const left = leftByReader('ana')(hosted);
  expect(left).toMatchObject({ current_participants: 2, available_spots: 8, guests: [], status: 'active' });
  const spots = { current_participants: 2, available_spots: 8, waitlist_count: 0 };
  expect(leftBy('ana', spots)(hosted).guests).toEqual([]);
});

test('ends the session when the last member leaves with a guest', () => {
  const alone = { ...hosted, participants: [testUser('ana')], current_participants: 2 };
  expect(leftByReader('ana')(alone).status).toBe('cancelled');
});

test('counts a guest as a spot, and leaves a freed one to the waitlist', () => {
  expect(withGuests('ana', ['Leo', null])(hosted)).toMatchObject({ current_participants: 5, available_spots: 5 });
  const waited = { ...hosted, available_spots: 0, waitlist_count: 2 };
  expect(withGuests('ana', [])(waited)).toMatchObject({ current_participants: 3, available_spots: 0, guests: [] });
});

test('names the next host the server sent, unless they are hidden from the reader', () => {
  const led: SessionDetail = { ...hosted, next_host_id: 'cleo' };
  expect(nextHostOf(led)?.id).toBe('cleo');
  expect(leftByReader('ana')(led).creator.id).toBe('cleo');
  const hidden: SessionDetail = { ...hosted, next_host_id: 'dov' };
  expect(nextHostOf(hidden)).toBeUndefined();
});
