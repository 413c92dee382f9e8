import { expect, test } from 'vitest';
import { firstDayOf, noRepeat, type Repeat, repeatInWords, repeatOf, ruleOf } from './repeat-rule.ts';

// A Tuesday, the third of its month.
const day = '2026-11-17';
const now = new Date('2026-11-15T00:00:00Z');
const date = (iso: string, year?: 'numeric') =>
  new Date(iso).toLocaleDateString(undefined, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(year && { year }),
  });

test.each<[Partial<Repeat>, string | undefined, string]>([
  [{ kind: 'never' }, undefined, "Doesn't repeat"],
  [{ kind: 'weekly' }, 'FREQ=WEEKLY;BYDAY=TU', 'Every week on Tuesday'],
  [
    { kind: 'weekly', days: [4, 0], every: 2 },
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
    'Every 2 weeks on Monday and Friday',
  ],
  [
    { kind: 'weekly', days: [1, 3, 5], ends: 'count', count: 12 },
    'FREQ=WEEKLY;BYDAY=TU,TH,SA;COUNT=12',
    'Every week on Tuesday, Thursday and Saturday, 12 times',
  ],
  [
    { kind: 'weekly', ends: 'until', until: '2026-12-31' },
    'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231',
    `Every week on Tuesday until ${date('2026-12-31')}`,
  ],
  [{ kind: 'weekly', ends: 'until', until: '' }, 'FREQ=WEEKLY;BYDAY=TU', 'Every week on Tuesday'],
  [{ kind: 'daily' }, 'FREQ=DAILY', 'Every day'],
  [{ kind: 'daily', every: 3, ends: 'count', count: 5 }, 'FREQ=DAILY;INTERVAL=3;COUNT=5', 'Every 3 days, 5 times'],
  [{ kind: 'monthly' }, 'FREQ=MONTHLY;BYDAY=3TU', 'Every month on the third Tuesday'],
  [
    { kind: 'monthly', nth: 1, weekday: 5, every: 2 },
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SA',
    'Every 2 months on the first Saturday',
  ],
  [{ kind: 'monthly', on: 'date' }, 'FREQ=MONTHLY;BYMONTHDAY=17', 'Every month on the 17th'],
  [{ kind: 'monthly', on: 'date', date: -1 }, 'FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
  [
    { kind: 'monthly', on: 'date', date: 1, ends: 'until', until: '2027-01-02' },
    'FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20270102',
    `Every month on the 1st until ${date('2027-01-02', 'numeric')}`,
  ],
  [
    { kind: 'kept', rule: 'FREQ=MONTHLY;BYDAY=-1SU,1MO' },
    'FREQ=MONTHLY;BYDAY=-1SU,1MO',
    'Every month on the last Sunday and the first Monday',
  ],
])('%o', (repeat, rule, words) => {
  const whole = { ...noRepeat, ...repeat };
  expect(ruleOf(whole, day)).toBe(rule);
  expect(repeatInWords(whole, day, now)).toBe(words);
});

test('treats the fifth weekday of a month as the last', () => {
  const monthly: Repeat = { ...noRepeat, kind: 'monthly' };
  expect(ruleOf(monthly, '2026-11-30')).toBe('FREQ=MONTHLY;BYDAY=-1MO');
  expect(repeatInWords(monthly, '2026-11-30')).toBe('Every month on the last Monday');
});

test.each<[string, Partial<Repeat>]>([
  ['FREQ=WEEKLY;BYDAY=TU', { kind: 'weekly' }],
  ['FREQ=WEEKLY', { kind: 'weekly' }],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', { kind: 'weekly', every: 2, days: [0, 3] }],
  // The session was moved alone, so the rule's day differs from its own.
  ['FREQ=WEEKLY;BYDAY=WE', { kind: 'weekly', days: [2] }],
  ['FREQ=WEEKLY;BYDAY=TU;COUNT=12', { kind: 'weekly', ends: 'count', count: 12 }],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231', { kind: 'weekly', ends: 'until', until: '2026-12-31' }],
  ['FREQ=MONTHLY;BYDAY=3TU', { kind: 'monthly' }],
  ['FREQ=MONTHLY;BYDAY=+1SA', { kind: 'monthly', nth: 1, weekday: 5 }],
  ['FREQ=MONTHLY;BYDAY=-1TU', { kind: 'monthly', nth: -1, weekday: 1 }],
  ['FREQ=MONTHLY;BYMONTHDAY=17', { kind: 'monthly', on: 'date' }],
  ['FREQ=MONTHLY', { kind: 'monthly', on: 'date' }],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', { kind: 'monthly', on: 'date', date: -1 }],
  ['FREQ=DAILY;INTERVAL=3', { kind: 'daily', every: 3 }],
  ...[
    'FREQ=MONTHLY;BYDAY=5SA',
    'FREQ=MONTHLY;BYDAY=1SA,3SA',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=DAILY;BYDAY=MO,TU',
    'FREQ=WEEKLY;BYDAY=TU;COUNT=200',
    'FREQ=WEEKLY;INTERVAL=20;BYDAY=TU',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU',
  ].map((rule): [string, Partial<Repeat>] => [rule, { kind: 'kept', rule }]),
])('fills the form from %s', (rule, repeat) => {
  expect(repeatOf(rule, day)).toEqual({ ...noRepeat, ...repeat });
});

test('starts on the first chosen weekday', () => {
  expect(firstDayOf({ ...noRepeat, kind: 'weekly', days: [0, 3] }, day)).toBe('2026-11-19');
  expect(firstDayOf({ ...noRepeat, kind: 'weekly' }, day)).toBe(day);
  expect(firstDayOf({ ...noRepeat, kind: 'daily' }, day)).toBe(day);
  const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;WKST=SU';
  expect(firstDayOf({ ...noRepeat, kind: 'kept', rule }, day)).toBe('2026-11-19');
});

test.each<[Partial<Repeat>, string]>([
  [{}, day],
  [{ nth: 1, weekday: 5 }, '2026-12-05'],
  [{ nth: -1, weekday: 0 }, '2026-11-30'],
  [{ on: 'date' }, day],
  [{ on: 'date', date: 3 }, '2026-12-03'],
  [{ on: 'date', date: -1 }, '2026-11-30'],
  // Months without a 31st are skipped.
  [{ on: 'date', date: 31 }, '2026-12-31'],
])('starts a monthly rule on %o on %s', (on, first) => {
  expect(firstDayOf({ ...noRepeat, kind: 'monthly', ...on }, day)).toBe(first);
});
