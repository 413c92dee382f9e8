import type { SessionDetail } from '@spotter/contract/sessions/sessions.ts';
import { describe, expect, test } from 'vitest';
import { sessionDetail } from '../../../testing/session.ts';
import { timeAt } from '../times/session-time.ts';
import { whatLeavingDoes } from './leaving.tsx';
import { ordinal, type Standing, standingInWords, standingOf } from './standing.ts';

const before = Date.parse('2026-11-17T10:00:00Z');
const during = Date.parse('2026-11-17T17:30:00Z');
const after = Date.parse('2026-11-17T18:00:00Z');
const full = { can_join: false, available_spots: 0, cannot_join_reason: 'session_full' } as const;
const waiting = {
  ...full,
  is_waitlisted: true,
  waitlist_count: 3,
  waitlist_position: 2,
  waitlist_reason: 'full',
} as const;

describe('how one stands to a session, and what is said of it', () => {
  test.each<[Standing, Partial<SessionDetail>, number, string, string | RegExp | undefined]>([
    ['open', {}, before, '8 places left', '2 people are in.'],
    ['open', { available_spots: 1, current_participants: 0 }, before, '1 place left', 'Be the first.'],
    ['in', { is_participant: true, can_join: false }, before, "You're in", 'With 1 person more.'],
    ['in', { is_participant: true, current_participants: 1 }, before, "You're in", 'Nobody else yet.'],
    ['in', { is_participant: true, attended: true }, before, "You're here", /1 person/],
    ['full', full, before, 'This session is full', undefined],
    ['full', { ...full, waitlist_count: 1 }, before, 'This session is full', /^1 person waiting/],
    ['waiting', waiting, before, 'You are 2nd in line', 'Places are offered in order, each held for 2 hours.'],
    [
      'waiting',
      waiting,
      before - 3 * 86_400_000,
      'You are 2nd in line',
      'Places are offered in order, each held for 24 hours.',
    ],
    [
      'waiting',
      { ...waiting, waitlist_reason: 'offered_to_others' },
      before,
      'You are 2nd in line',
      'A place is being offered to somebody before you.',
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
      'You are 2nd in line',
      // On the gym's wall, wherever the reader is.
      /Nobody is asked at night: the next in line hears at 8:00/,
    ],
    ['turn', { ...waiting, can_join: true, cannot_join_reason: null }, before, 'A place is free', /yours to take/],
    [
      'offered',
      { ...waiting, offer_expires_at: '2026-11-17T12:00:00Z' },
      before,
      'A place came free for you',
      undefined,
    ],
    ['waiting', { ...waiting, offer_expires_at: '2026-11-17T09:59:00Z' }, before, 'You are 2nd in line', /in order/],
    ['under_way', {}, during, 'On now', /nobody can join any more/],
    ['under_way', { is_participant: true }, during, 'On now', "You're in."],
    ['over', { is_participant: true }, after, 'This session is over', 'You were in.'],
    ['cancelled', { status: 'cancelled', cancel_reason: 'Rain' }, before, 'This session was cancelled', 'Rain'],
    [
      'level_not_met',
      { can_join: false, cannot_join_reason: 'level_not_met', fitness_level_min: 'advanced' },
      before,
      'Only for advanced',
      'Your own level is in your profile.',
    ],
    [
      'gender_not_met',
      { can_join: false, cannot_join_reason: 'gender_not_met', gender_preference: 'female' },
      before,
      'Only for women',
      'The host chose so.',
    ],
    ['looking_on', { can_join: false }, before, '8 places left', undefined],
  ])('%s', (standing, over, now, title, text) => {
    const session = sessionDetail(over);
    expect(standingOf(session, now)).toBe(standing);
    const words = standingInWords(session, standing, now);
    expect(words.title).toBe(title);
    if (text instanceof RegExp) expect(words.text).toMatch(text);
    else expect(words.text).toBe(text);
  });

  test('places in a line', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th',
    );
  });
});

test('leaving is asked first only where it cannot be taken back', () => {
  expect(whatLeavingDoes(sessionDetail(), 'cleo')).toBeNull();
  expect(whatLeavingDoes(sessionDetail(), 'ben')).toMatch(/Cleo Vale becomes the host/);
  expect(whatLeavingDoes(sessionDetail({ current_participants: 1 }), 'ben')).toMatch(/the session is cancelled/);
  expect(whatLeavingDoes(sessionDetail({ waitlist_count: 1 }), 'cleo')).toMatch(/offered to them at once/);
});
