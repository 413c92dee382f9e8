import type { SessionDetail } from '@spotter/contract/sessions/sessions.ts';
import { describe, expect, test } from 'vitest';
import { sessionDetail, testUser } from '../../../testing/session.ts';
import { timeAt } from '../times/session-time.ts';
import { whatLeavingDoes } from './leave-dialog.tsx';
import { ordinal, type SpotStatus, spotStatusInWords, spotStatusOf } from './spot-status.ts';

const before = Date.parse('2026-11-17T10:00:00Z');
const during = Date.parse('2026-11-17T17:30:00Z');
const after = Date.parse('2026-11-17T18:00:00Z');
const ben = testUser('ben');
const alone = { is_participant: true, current_participants: 1, participants: [ben] };
const full = { can_join: false, available_spots: 0, cannot_join_reason: 'session_full' } as const;
const waiting = {
  ...full,
  is_waitlisted: true,
  waitlist_count: 3,
  waitlist_position: 2,
  waitlist_reason: 'full',
} as const;

describe('spot status in words', () => {
  test.each<[SpotStatus, Partial<SessionDetail>, number, string, string | RegExp | undefined]>([
    ['open', {}, before, '8 spots left', '2 people are in.'],
    ['open', { available_spots: 1, current_participants: 0 }, before, '1 spot left', 'Be the first to join.'],
    ['in', { is_participant: true, can_join: false }, before, "You're in", 'You and Cleo'],
    ['in', { is_participant: true, current_participants: 1 }, before, "You're in", 'Just you so far.'],
    ['in', { is_participant: true, attended: true }, before, "You're here", 'You and Cleo'],
    ['full', full, before, 'This session is full', undefined],
    ['full', { ...full, waitlist_count: 1 }, before, 'This session is full', /^1 person on the waitlist/],
    [
      'full',
      { ...full, waitlist_count: 1, fitness_level_min: 'advanced', gender_preference: 'female' },
      before,
      'This session is full',
      'Only advanced women can join the waitlist.',
    ],
    [
      'full',
      { ...full, can_wait: true, waitlist_count: 1, fitness_level_min: 'advanced' },
      before,
      'This session is full',
      /^1 person on the waitlist/,
    ],
    [
      'waiting',
      waiting,
      before,
      "You're 2nd on the waitlist",
      "Spots are offered in order. You'll have 2 hours to claim yours.",
    ],
    [
      'waiting',
      waiting,
      before - 3 * 86_400_000,
      "You're 2nd on the waitlist",
      "Spots are offered in order. You'll have 24 hours to claim yours.",
    ],
    [
      'waiting',
      { ...waiting, waitlist_reason: 'offered_to_others' },
      before,
      "You're 2nd on the waitlist",
      'A spot is on offer to someone ahead of you.',
    ],
    [
      'waiting',
      {
        ...waiting,
        waitlist_reason: 'quiet_hours',
        next_offer_at: '2026-11-16T21:00:00Z',
        start_time: timeAt('2026-11-17T17:00:00Z', { timezone: 'Australia/Sydney', relative: '' }),
      },
      before,
      "You're 2nd on the waitlist",
      // In the gym's time, wherever the reader is.
      /We pause offers overnight, so the next one goes out today, 8:00/,
    ],
    [
      'waiting',
      { ...waiting, waitlist_reason: 'quiet_hours', next_offer_at: '2026-11-18T07:00:00Z' },
      before,
      "You're 2nd on the waitlist",
      /goes out tomorrow, 7:00/,
    ],
    ['turn', { ...waiting, can_join: true, cannot_join_reason: null }, before, 'A spot is open', /It's yours/],
    [
      'offered',
      { ...waiting, offer_expires_at: '2026-11-17T12:00:00Z' },
      before,
      'A spot opened up for you',
      undefined,
    ],
    [
      'waiting',
      { ...waiting, offer_expires_at: '2026-11-17T09:59:00Z' },
      before,
      "You're 2nd on the waitlist",
      /in order/,
    ],
    ['under_way', {}, during, 'On now', /you can't join now/],
    ['under_way', { is_participant: true }, during, 'On now', "You're in."],
    ['over', { is_participant: true }, after, 'This session is over', 'You were in this one.'],
    ['cancelled', { status: 'cancelled', cancel_reason: 'Rain' }, before, 'This session was cancelled', 'Rain'],
    [
      'level_not_met',
      { can_join: false, cannot_join_reason: 'level_not_met', fitness_level_min: 'advanced' },
      before,
      'Advanced only',
      'Your level is set in your profile.',
    ],
    [
      'gender_not_met',
      { can_join: false, cannot_join_reason: 'gender_not_met', gender_preference: 'female' },
      before,
      'For women only',
      "That's how the host set it up.",
    ],
    ['invited', { can_decline: true, max_participants: 2 }, before, "You're invited", 'Just you and Ben'],
    ['in', { is_participant: true, participants: [ben, testUser('isla')] }, before, "You're in", 'You and Isla'],
    ['in', { ...alone, invited: [testUser('tilly')] }, before, "You're in", 'Invited: Tilly, waiting'],
    ['in', { ...alone, declined: [testUser('tilly')] }, before, "You're in", "Tilly can't go"],
    [
      'not_invited',
      { can_join: false, cannot_join_reason: 'not_invited' },
      before,
      'For invited people only',
      undefined,
    ],
    ['looking_on', { can_join: false }, before, '8 spots left', undefined],
  ])('%s', (spotStatus, over, now, title, text) => {
    const session = sessionDetail(over);
    expect(spotStatusOf(session, now)).toBe(spotStatus);
    const words = spotStatusInWords(session, spotStatus, now, 'ben');
    expect(words.title).toBe(title);
    if (text instanceof RegExp) expect(words.text).toMatch(text);
    else expect(words.text).toBe(text);
  });

  test('writes positions as ordinals', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th',
    );
  });
});

test('asks before leaving only when the reader cannot come back', () => {
  expect(whatLeavingDoes(sessionDetail(), 'cleo')).toBeNull();
  expect(whatLeavingDoes(sessionDetail({ next_host_id: 'cleo' }), 'ben')).toMatch(/Cleo Vale takes over/);
  expect(whatLeavingDoes(sessionDetail({ current_participants: 1 }), 'ben')).toMatch(/leaving cancels the session/);
  expect(whatLeavingDoes(sessionDetail({ waitlist_count: 1 }), 'cleo')).toMatch(/next person on the waitlist/);
});
