import { expect, test } from 'vitest';
import { momentInWords } from './wall-time.ts';

test.each([
  ['2026-11-16T09:30:00Z', /^Today, (8:30\sPM|20:30)$/i],
  ['2026-11-16T19:15:00Z', /^Tomorrow, (6:15\sAM|06:15)$/i],
  ['2026-11-19T07:00:00Z', /^Thursday, (6:00\sPM|18:00)$/i],
  ['2026-11-30T07:00:00Z', /Nov.*, (6:00\sPM|18:00)$/i],
])('says %s by the clock of the gym', (moment, words) => {
  expect(momentInWords(moment, 'Australia/Sydney', Date.parse('2026-11-16T01:00:00Z'), 'Australia/Sydney')).toMatch(
    words,
  );
});

test.each([
  ['Australia/Melbourne', /(PM|\d)$/i],
  ['Australia/Perth', / (AEDT|GMT\+11)$/],
  // Half an hour apart counts too.
  ['Australia/Adelaide', / (AEDT|GMT\+11)$/],
])('names the zone for a reader in %s only where their clock differs', (readersZone, words) => {
  const now = Date.parse('2026-11-16T01:00:00Z');
  expect(momentInWords('2026-11-16T09:30:00Z', 'Australia/Sydney', now, readersZone)).toMatch(words);
});
