import { expect, test } from 'vitest';
import { sessionDetail, testUser } from '../../../testing/session.ts';
import type { Finish } from './finish.queries.ts';
import { cameInWords, kudosInWords, togetherInWords } from './finish.words.ts';

const finish = (over: Partial<Finish> = {}): Finish => ({
  session: sessionDetail(),
  shown_until: '2026-11-18T12:00:00.000Z',
  is_recorded: true,
  came: 5,
  of: 6,
  people: [{ person: testUser('isla'), times: 14 }],
  has_given_kudos: false,
  kudos_from: [],
  kudos_count: 0,
  next_week: null,
  ...over,
});

test.each([
  [{}, '5 of 6 came'],
  [{ came: 6 }, 'All 6 came'],
  [{ came: 2, of: 2 }, 'You and Isla'],
  [{ came: 2, of: 5 }, '2 of 5 came'],
  [{ came: 1, of: 4, people: [] }, '1 of 4 came'],
  [{ came: 1, of: 1, people: [] }, 'You showed up'],
  // Nobody checked in, so it says nothing of who came.
  [{ is_recorded: false, came: 6 }, '6 of you trained'],
])('says who came: %j', (over, words) => {
  expect(cameInWords(finish(over))).toBe(words);
});

test('names the one with whom the reader has trained most often', () => {
  expect(togetherInWords(finish())).toBe('Your 14th with Isla');
  expect(togetherInWords(finish({ people: [{ person: testUser('isla'), times: 1 }] }))).toBe('Your first with Isla');
  expect(togetherInWords(finish({ people: [] }))).toBeNull();
});

test.each([
  [[], 0, null],
  [['ben'], 1, 'Ben gave you kudos'],
  [['ben', 'cleo'], 2, 'Ben and Cleo gave you kudos'],
  [['ben', 'cleo'], 9, 'Ben and 8 others gave you kudos'],
])('says who gave kudos: %j of %i', (names, kudos_count, words) => {
  expect(kudosInWords(finish({ kudos_from: names.map((name) => testUser(name)), kudos_count }))).toBe(words);
});
