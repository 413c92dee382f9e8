import { describe, expect, test } from 'vitest';
import { midSentence, timeWords } from './time-words.ts';

describe('times in words', () => {
  const today = '2026-11-18';

  test.each([
    ['2026-11-17T18:30', 'Yesterday, 6:30 pm'],
    ['2026-11-18T20:30', 'Today, 8:30 pm'],
    ['2026-11-19T00:00', 'Tomorrow, 12:00 am'],
    ['2026-11-20T07:00', 'Friday, 7:00 am'],
    ['2026-11-24T07:00', 'Tuesday, 7:00 am'],
    ['2026-11-25T07:00', 'Wed 25 Nov, 7:00 am'],
    ['2026-11-16T07:00', 'Mon 16 Nov, 7:00 am'],
  ])('say %s as %s', (wall, words) => {
    expect(timeWords('en-AU').moment(wall, today)).toBe(words);
  });

  test('name the date in texts that are read later, when today is another day', () => {
    expect(timeWords('en-AU').moment('2026-11-18T20:30', null)).toBe('Wed 18 Nov, 8:30 pm');
  });

  test('follow the clock and the dates of the language', () => {
    expect(timeWords('en-US').moment('2026-11-25T18:30', today)).toBe('Wed Nov 25, 6:30 PM');
    expect(timeWords('en-GB').moment('2026-11-18T18:30', today)).toBe('Today, 18:30');
    expect(timeWords('de-DE').moment('2026-11-25T18:30', null)).toBe('Mi. 25. Nov., 18:30');
    expect(timeWords('en-AU').clock('24:00')).toBe('midnight');
  });

  test('are lower-case within a sentence, except names of days', () => {
    expect(midSentence('Today, 8:30 pm')).toBe('today, 8:30 pm');
    expect(midSentence('Friday, 7:00 am')).toBe('Friday, 7:00 am');
  });
});
