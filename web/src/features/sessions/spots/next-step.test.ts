import { expect, test } from 'vitest';
import { sessionDetail } from '../../../testing/session.ts';
import { nextStepOf } from './next-step.ts';

const start = Date.parse('2026-11-17T17:00:00Z');
const minutes = (count: number) => start + count * 60_000;
const member = sessionDetail({ is_participant: true, can_join: false });
const alone = { current_participants: 1, available_spots: 9 };

test.each([
  ['offers nothing to a member who is not in', { is_participant: false }, minutes(-45), null],
  ['invites while there are spots left', {}, minutes(-300), 'invite'],
  ['invites to a session with one member, even near its start', alone, minutes(-45), 'invite'],
  ['has nothing to offer in a full session', { available_spots: 0 }, minutes(-300), null],
  ["offers 'on my way' in the last hour", {}, minutes(-45), 'on_my_way'],
  ['offers check-in once it is open', { can_check_in: true }, minutes(-20), 'check_in'],
  ['offers check-in after the start', { can_check_in: true }, minutes(10), 'check_in'],
  [
    'invites a member who is here to bring others',
    { can_check_in: true, checked_in_user_ids: ['me'] },
    minutes(-20),
    'invite',
  ],
  ['offers nothing after the start', {}, minutes(40), null],
  ['offers nothing in a cancelled session', { status: 'cancelled' as const }, minutes(-45), null],
])('%s', (_name, over, now, step) => {
  expect(nextStepOf({ ...member, ...over }, 'me', now)).toBe(step);
});

test('moves to the next step once the member is on the way', () => {
  expect(nextStepOf(member, 'me', minutes(-45), true)).toBe('invite');
});
