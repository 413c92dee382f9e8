import { describe, expect, test } from 'vitest';
import { differenceInWords, verdictOf } from './proposal.words.ts';

const time = (utc: string, local: string, timezone = 'Australia/Sydney') => ({ utc, local, timezone, relative: '' });
const five = time('2026-11-17T06:00:00Z', '2026-11-17T17:00:00+11:00');
const six = time('2026-11-17T07:00:00Z', '2026-11-17T18:00:00+11:00');

describe('a proposed time', () => {
  test('names the new and the old time as the rest of the app does', () => {
    const now = Date.parse('2026-11-17T01:00:00Z');
    const next = time('2026-11-24T06:00:00Z', '2026-11-24T17:00:00+11:00');
    const { proposed, instead } = differenceInWords({ proposed_time: six, instead_of: five }, now);
    expect(proposed).toMatch(/^Today, (6:00\sPM|18:00)( (AEDT|GMT\+11))?$/i);
    expect(instead).toMatch(/^today, (5:00\sPM|17:00)( (AEDT|GMT\+11))?$/i);
    expect(differenceInWords({ proposed_time: next, instead_of: five }, now).proposed).toContain('24');
  });

  const free = { exists: true, starts_in_past: false, open: true, hours: [], overlapping: [] };
  test.each([
    [free, 'success', "The gym's open and you're free."],
    [{ ...free, exists: false }, 'error', 'The clocks skip this time that day. Pick another one.'],
    [{ ...free, starts_in_past: true }, 'error', "That's in the past. Pick a later time."],
    [{ ...free, open: false }, 'error', "The gym's closed that day."],
    [
      {
        ...free,
        open: false,
        hours: [
          { opens: '06:00', closes: '12:00' },
          { opens: '15:00', closes: '21:00' },
        ],
      },
      'error',
      /^The gym's closed then. It's open 6:00\sAM to 12:00\sPM and 3:00\sPM to 9:00\sPM that day.$/i,
    ],
    [
      { ...free, overlapping: [{ id: 'x', title: 'Yoga', start_time: five, end_time: six }] },
      'warning',
      /^You're already in Yoga, 5:00\sPM to 6:00\sPM.$/i,
    ],
  ])('gets a verdict before it is sent', (check, tone, text) => {
    const verdict = verdictOf(check);
    expect(verdict.tone).toBe(tone);
    if (text instanceof RegExp) expect(verdict.text).toMatch(text);
    else expect(verdict.text).toBe(text);
  });
});
