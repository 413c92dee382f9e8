import { expect, test } from 'vitest';
import { optionInWords } from './poll.words.ts';

const sydney = { gym: { id: 'sydney', timezone: 'Australia/Sydney' } };
const evening = { text: '', starts_at: '2099-11-19T07:00:00.000Z' };
const clock = (words: string) => words.replaceAll(/^.*?, (?=\d)/g, '').toLowerCase();

test("times are by the clock of the asker's gym, named where the reader's differs", () => {
  expect(clock(optionInWords(sydney, evening, 'Australia/Sydney'))).toMatch(/^6(:00)?.pm$/);
  expect(clock(optionInWords(sydney, evening, 'Australia/Melbourne'))).toMatch(/^6(:00)?.pm$/);
  expect(clock(optionInWords(sydney, evening, 'Australia/Perth'))).toMatch(/^6(:00)?.pm (gmt\+11|aedt)$/);
  expect(optionInWords(sydney, { text: 'Not this week', starts_at: null }, 'Australia/Perth')).toBe('Not this week');
});

test("times of a poll without a gym are by the reader's clock", () => {
  expect(clock(optionInWords({ gym: null }, evening, 'Australia/Perth'))).toMatch(/^3(:00)?.pm$/);
});
