import { describe, expect, test } from 'vitest';
import { clockChangeOn, lengthText, wallText } from './wall.ts';

const SYDNEY = 'Australia/Sydney';

describe('when clocks change', () => {
  test('skips one hour in spring', () => {
    expect(clockChangeOn('2026-10-04', SYDNEY)).toEqual({ kind: 'forward', from: 120, to: 180 });
  });

  test('repeats one hour in autumn', () => {
    expect(clockChangeOn('2026-04-05', SYDNEY)).toEqual({ kind: 'back', from: 120, to: 180 });
  });

  test('shifts by half an hour on Lord Howe Island', () => {
    expect(clockChangeOn('2026-10-04', 'Australia/Lord_Howe')).toEqual({ kind: 'forward', from: 120, to: 150 });
  });

  test('changes nothing on other days', () => {
    for (const day of ['2026-10-03', '2026-10-05', '2026-11-16']) expect(clockChangeOn(day, SYDNEY)).toBeNull();
  });
});

test('writes lengths in words', () => {
  expect(wallText({ day: '2026-11-16', minute: 1085 })).toBe('2026-11-16T18:05');
  expect([45, 60, 90].map(lengthText)).toEqual(['45 min', '1 h', '1 h 30 min']);
});
