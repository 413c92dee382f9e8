import { expect, test } from 'vitest';
import { ruleInWords } from './series.words.ts';

const now = new Date('2026-11-15T00:00:00Z');

test.each([
  ['FREQ=WEEKLY;BYDAY=TU', 'Every week on Tuesday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR', 'Every 2 weeks on Monday, Wednesday and Friday'],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20261203', 'Every week on Tuesday until 3 December'],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270303', 'Every week on Tuesday until 3 March 2027'],
  ['FREQ=WEEKLY;BYDAY=TU;COUNT=10', 'Every week on Tuesday, 10 times'],
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=MONTHLY;BYDAY=1SU', 'Every month on the first Sunday'],
  ['FREQ=MONTHLY;BYDAY=-1FR,-2MO', 'Every month on the last Friday and the second to last Monday'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,22,-1', 'Every month on the 1st, the 22nd and the last day'],
  ['something else', 'Repeats'],
])('%s is said as %s', (rule, words) => expect(ruleInWords(rule, now)).toBe(words));
