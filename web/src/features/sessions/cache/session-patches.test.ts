import { expect, test } from 'vitest';
import { sessionDetail, testUser } from '../../../testing/session.ts';
import type { SessionDetail } from '../session.ts';
import {
  cancelled,
  declinedByReader,
  joinedByReader,
  leftBy,
  leftByReader,
  nextHostOf,
  noLongerWaitlisted,
  spotOffered,
  waitlisted,
  withGuests,
} from './session-patches.ts';

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
  const waited = { ...hosted, max_participants: 4, available_spots: 0, waitlist_count: 2 };
  expect(withGuests('ana', [])(waited)).toMatchObject({ current_participants: 3, available_spots: 0, guests: [] });
});

test('keeps for the waitlist only as many freed spots as members wait', () => {
  const full = { ...hosted, max_participants: 4, available_spots: 0, waitlist_count: 1 };
  expect(leftByReader('ana')(full)).toMatchObject({ current_participants: 2, available_spots: 1, waitlist_count: 1 });
});

test('frees the spot that was kept overnight for the only waiting member, who leaves the waitlist', () => {
  const quiet = sessionDetail({
    ...{ max_participants: 3, current_participants: 2, available_spots: 0, waitlist_count: 1, is_waitlisted: true },
    ...{ waitlist_position: 1, waitlist_reason: 'quiet_hours' },
  });
  expect(noLongerWaitlisted(quiet)).toMatchObject({ available_spots: 1, waitlist_count: 0 });
});

test('gives a waiting member who joins the spot owed to the waitlist, not a free one', () => {
  const owed = sessionDetail({ max_participants: 4, available_spots: 1, waitlist_count: 1, is_waitlisted: true });
  expect(joinedByReader(testUser('ana'))(owed)).toMatchObject({ available_spots: 1, waitlist_count: 0 });
});

test('names the next host the server sent, unless they are hidden from the reader', () => {
  const led: SessionDetail = { ...hosted, next_host_id: 'cleo' };
  expect(nextHostOf(led)?.id).toBe('cleo');
  expect(leftByReader('ana')(led).creator.id).toBe('cleo');
  const hidden: SessionDetail = { ...hosted, next_host_id: 'dov' };
  expect(nextHostOf(hidden)).toBeUndefined();
});

const invited = sessionDetail({ can_join: true, can_decline: true, can_propose: true });
const waiting = sessionDetail({ is_waitlisted: true, waitlist_count: 1, cannot_join_reason: 'session_full' });

test.each([
  ['joining', joinedByReader(testUser('ana')), invited],
  ['declining', declinedByReader, invited],
  ['leaving', leftByReader('ana'), { ...hosted, can_edit: true, can_cancel: true, can_choose_co_hosts: true }],
  ['waiting', waitlisted, sessionDetail({ can_wait: true, cannot_join_reason: 'session_full' })],
  ['leaving the waitlist', noLongerWaitlisted, waiting],
  ['an offer', spotOffered('2026-11-20T08:00:00Z'), waiting],
  ['cancelling', cancelled('Rain'), { ...hosted, can_edit: true, can_cancel: true }],
])('leaves what the reader may do next to the server: %s', (_what, patch, before) => {
  const flags = (session: SessionDetail) =>
    Object.entries(session).filter(([field]) => field.startsWith('can_') || field === 'cannot_join_reason');
  const after = patch(before);
  expect(after).not.toEqual(before);
  expect(flags(after)).toEqual(flags(before));
});
