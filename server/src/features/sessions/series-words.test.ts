import { expect, test } from 'vitest';
import { ruleInWords } from './series-words.ts';

test.each([
  ['FREQ=WEEKLY;BYDAY=TU', 'Every week on Tuesday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR', 'Every 2 weeks on Monday, Wednesday and Friday'],
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=MONTHLY;BYDAY=1SU', 'Every month on Sunday'],
  ['something else', 'Repeats'],
])('%s is said as %s', (rule, words) => expect(ruleInWords(rule)).toBe(words));
