import { expect, test } from 'vitest';
import { firstDayOfRule, ruleInWords, ruleParts, untilDay } from './repeat-rule.ts';

const reader = { now: new Date('2026-11-15T00:00:00Z'), locale: 'en-AU' };

test.each([
  ['FREQ=WEEKLY;BYDAY=TU', 'Every week on Tuesday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR', 'Every 2 weeks on Monday, Wednesday and Friday'],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20261203', 'Every week on Tuesday until 3 December'],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270303', 'Every week on Tuesday until 3 March 2027'],
  ['FREQ=WEEKLY;BYDAY=TU;COUNT=10', 'Every week on Tuesday, 10 times'],
  ['FREQ=DAILY;COUNT=1', 'Every day, once'],
  ['RRULE:freq=daily ', 'Every day'],
  ['FREQ=MONTHLY;BYDAY=1SU', 'Every month on the first Sunday'],
  ['FREQ=MONTHLY;BYDAY=-1FR,-2MO', 'Every month on the last Friday and the second to last Monday'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,22,-1', 'Every month on the 1st, the 22nd and the last day'],
  ['FREQ=WEEKLY;UNTIL=soon', 'Every week'],
  ['something else', null],
  ['', null],
])('%s reads "%s"', (rule, words) => expect(ruleInWords(rule, reader)).toBe(words));

test('writes dates as the reader does', () => {
  const words = ruleInWords('FREQ=DAILY;UNTIL=20270102', { ...reader, locale: 'en-US' });
  expect(words).toBe('Every day until January 2, 2027');
});

test.each([
  // From a Tuesday, the third of its month.
  ['FREQ=DAILY', '2026-11-17'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=5', '2026-11-17'],
  ['FREQ=DAILY;BYDAY=SA,SU', '2026-11-21'],
  ['FREQ=WEEKLY', '2026-11-17'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', '2026-11-19'],
  ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261123', '2026-11-23'],
  ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261122', null],
  ['FREQ=MONTHLY', '2026-11-17'],
  ['FREQ=MONTHLY;BYDAY=3TU', '2026-11-17'],
  ['FREQ=MONTHLY;BYDAY=+1SA,-2SA', '2026-11-21'],
  ['FREQ=MONTHLY;BYDAY=5WE', '2026-12-30'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,-1', '2026-11-30'],
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-12-31'],
])('%s begins on %s', (rule, day) => expect(firstDayOfRule(rule, '2026-11-17')).toBe(day));

test('parses a rule', () => {
  expect(ruleParts(' RRULE:FREQ=weekly;BYDAY=TU')).toEqual({ FREQ: 'WEEKLY', BYDAY: 'TU' });
  expect([untilDay('20261231'), untilDay('20261231T125959Z')]).toEqual(['2026-12-31', '2026-12-31']);
});
