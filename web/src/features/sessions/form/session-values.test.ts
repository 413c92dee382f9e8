import { expect, test } from 'vitest';
import { noRepeat, type Repeat } from '../series/repeat-rule.ts';
import { changesOf, followedRule, type SessionFormValues, usualValues } from './session-form-values.ts';

// A Friday, the third of its month.
const before: SessionFormValues = {
  ...usualValues,
  workout_type: 'strength',
  title: 'Leg day',
  gym_id: 'here',
  day: '2026-11-20',
  time: '18:00',
};
const weekly: Repeat = { ...noRepeat, kind: 'weekly' };
const repeating = (repeat: Partial<Repeat>): SessionFormValues => ({ ...before, repeat: { ...weekly, ...repeat } });

test('sends only the changed fields', () => {
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf({ ...before, time: '18:30', max_participants: 4 }, before)).toEqual({
    max_participants: 4,
    start_time: '2026-11-20T18:30',
  });
  expect(changesOf({ ...before, gym_id: 'there' }, before)).toEqual({ gym_id: 'there' });
});

test('sends the repeat rule when it was edited, not when only the day changed', () => {
  const on = repeating({});
  expect(changesOf({ ...on, day: '2026-11-21' }, on)).toEqual({ start_time: '2026-11-21T18:00' });
  expect(changesOf(repeating({ days: [4] }), on)).toEqual({});
  expect(changesOf(repeating({ days: [3, 0] }), on)).toEqual({ repeat_rule: 'FREQ=WEEKLY;BYDAY=MO,TH' });
  expect(changesOf({ ...on, repeat: noRepeat }, on)).toEqual({ repeat_rule: null });
  expect(changesOf(on, before)).toEqual({ repeat_rule: 'FREQ=WEEKLY;BYDAY=FR' });
  const own = repeating({ kind: 'kept', rule: 'FREQ=DAILY;INTERVAL=30' });
  expect(changesOf({ ...own, title: 'Arm day' }, own)).toEqual({ title: 'Arm day' });
});

test('rewrites a monthly rule when the session moves to another day', () => {
  const monthly = repeating({ kind: 'monthly' });
  expect(changesOf({ ...monthly, day: '2026-11-21' }, monthly)).toEqual({ start_time: '2026-11-21T18:00' });
  expect(followedRule({ ...monthly, day: '2026-11-21' }, monthly)).toEqual({
    repeat_rule: 'FREQ=MONTHLY;BYDAY=3SA',
  });
  expect(followedRule(monthly, monthly)).toEqual({});
  const firstSaturday = repeating({ kind: 'monthly', nth: 1, weekday: 5 });
  expect(followedRule({ ...firstSaturday, day: '2026-11-21' }, firstSaturday)).toEqual({});
  expect(followedRule({ ...repeating({}), day: '2026-11-21' }, repeating({}))).toEqual({});
});
