import { expect, test } from 'vitest';
import { noRepeat } from '../series/repeat-rule.ts';
import { fullDay } from '../times/session-time.ts';
import { beginsOn, sessionOutcome } from './edit.words.ts';
import { changesOf, type SessionFormValues, usualValues } from './session-form-values.ts';

// A Tuesday.
const at = (days: number[], day = '2026-11-17'): SessionFormValues => ({
  ...usualValues,
  workout_type: 'strength',
  title: 'Leg day',
  gym_id: 'here',
  day,
  time: '18:00',
  repeat: { ...noRepeat, kind: 'weekly', days },
});
const outcome = (before: SessionFormValues, values: SessionFormValues) =>
  sessionOutcome(values, before, beginsOn(values, before, changesOf(values, before)));

test('says what a new repeat rule does to the session itself', () => {
  expect(outcome(at([1]), at([1, 3]))).toBe('');
  expect(outcome(at([1]), at([3]))).toBe(`This session moves to ${fullDay('2026-11-19')}. `);
  expect(outcome(at([1, 3]), at([3]))).toBe(`This session is cancelled. The next one is on ${fullDay('2026-11-19')}. `);
  // It was moved alone, away from Monday, but still belongs to Monday.
  expect(outcome(at([0]), at([0, 3]))).toBe('');
});
