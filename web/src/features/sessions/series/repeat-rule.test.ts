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
  [{ kind: 'monthly' }, 'FREQ=MONTHLY;BYDAY=3TU', 'Every month on the third Tuesday'],
  [
    { kind: 'custom', rule: 'RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=-1SU;COUNT=4 ' },
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1SU;COUNT=4',
    'Every 2 months on the last Sunday, 4 times',
  ],
  [
    { kind: 'custom', rule: 'freq=daily;until=20270102' },
    'freq=daily;until=20270102',
    `Every day until ${date('2027-01-02', 'numeric')}`,
  ],
  [{ kind: 'custom', rule: 'whenever' }, 'whenever', 'Custom rule'],
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
  // The session was moved alone: the day of the rule is not its own.
  ['FREQ=WEEKLY;BYDAY=WE', { kind: 'weekly', days: [2] }],
  ['FREQ=WEEKLY;BYDAY=TU;COUNT=12', { kind: 'weekly', ends: 'count', count: 12 }],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231', { kind: 'weekly', ends: 'until', until: '2026-12-31' }],
  ['FREQ=MONTHLY;BYDAY=3TU', { kind: 'monthly' }],
  ['FREQ=MONTHLY;BYDAY=1SA', { kind: 'custom', rule: 'FREQ=MONTHLY;BYDAY=1SA' }],
  ['FREQ=MONTHLY;BYMONTHDAY=15', { kind: 'custom', rule: 'FREQ=MONTHLY;BYMONTHDAY=15' }],
  ['FREQ=DAILY;INTERVAL=3', { kind: 'custom', rule: 'FREQ=DAILY;INTERVAL=3' }],
  ['FREQ=WEEKLY;BYDAY=TU;COUNT=200', { kind: 'custom', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=200' }],
  ['FREQ=WEEKLY;INTERVAL=20;BYDAY=TU', { kind: 'custom', rule: 'FREQ=WEEKLY;INTERVAL=20;BYDAY=TU' }],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU', { kind: 'custom', rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU' }],
])('%s fills the form', (rule, repeat) => {
  expect(repeatOf(rule, day)).toEqual({ ...noRepeat, ...repeat });
});

test('puts custom rules into words', () => {
  expect(repeatInWords(repeatOf('FREQ=MONTHLY;BYMONTHDAY=15,-1', day), day)).toBe(
    'Every month on the 15th and the last day',
  );
});

test('starts on the first chosen weekday', () => {
  expect(firstDayOf({ ...noRepeat, kind: 'weekly', days: [0, 3] }, day)).toBe('2026-11-19');
  expect(firstDayOf({ ...noRepeat, kind: 'weekly' }, day)).toBe(day);
});
