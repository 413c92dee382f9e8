import { expect, test } from 'vitest';
import { sessionDetail } from '../../testing/session.ts';
import { spotsInWords } from './session.words.ts';

const session = sessionDetail();
const before = Date.parse('2026-11-17T16:00:00Z');
const during = Date.parse('2026-11-17T17:30:00Z');
const after = Date.parse('2026-11-17T18:00:00Z');

test.each([
  ['before the start', {}, before, '8 spots left'],
  ['during the session', {}, during, 'On now'],
  ['after it, to others', {}, after, 'Over'],
  ['after it, to a participant', { is_participant: true }, after, 'You were in'],
  ['of a full session that is over', { available_spots: 0, waitlist_count: 3 }, after, 'Over'],
])('shows the status %s', (_when, over, now, words) => {
  expect(spotsInWords({ ...session, ...over }, now)).toBe(words);
});
