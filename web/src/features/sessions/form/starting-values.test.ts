import { expect, test } from 'vitest';
import { type SessionFormValues, usualValues } from './session-form-values.ts';
import { startingValues } from './starting-values.ts';

const zone = 'Australia/Sydney';
/** Wednesday 18 November 2026, 10:00 in Sydney. */
const now = Date.parse('2026-11-18T10:00:00+11:00');
const weekly = Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens: '05:00', closes: '22:00' }));
const place = (id: string) => ({ id, zone, hours: { weekly, overrides: [] } });
const usual: SessionFormValues = {
  ...usualValues,
  workout_type: 'cardio',
  title: 'Cardio',
  gym_id: 'here',
  day: '2026-11-19',
  time: '06:00',
};
const known = {
  prefill: {},
  presets: [{ key: 'usual' as const, label: 'Your usual', name: 'Cardio', values: usual }],
  gyms: [{ id: 'here' }, { id: 'there' }],
  places: [place('here'), place('there')],
  kept: {},
  now,
};

test('starts with the usual workout, else with the next open slot', () => {
  expect(startingValues(known)).toEqual(usual);
  const plain = startingValues({ ...known, presets: [] });
  expect(plain).toMatchObject({ day: '2026-11-18', time: '10:30', gym_id: 'here', duration_minutes: 60 });
  expect(plain.title).toBe('Strength');
});

test('starts at the gym the reader is looking at, also when the usual workout is elsewhere', () => {
  const [preset] = known.presets;
  const elsewhere = { ...preset!, values: { ...usual, gym_id: 'there' } };
  expect(startingValues({ ...known, presets: [elsewhere] })).toMatchObject({ gym_id: 'here', time: '10:30' });
  expect(startingValues({ ...known, presets: [elsewhere, preset!] })).toEqual(usual);
});

test('restores the draft, except a past start and a gym the reader lost', () => {
  const kept = { ...usual, title: 'Hills', title_is_own: true, day: '2026-11-20', time: '07:00' };
  expect(startingValues({ ...known, kept })).toEqual(kept);
  const late = { ...kept, day: '2026-11-18', time: '09:30' };
  expect(startingValues({ ...known, kept: late })).toEqual({ ...kept, day: usual.day, time: usual.time });
  const lost = { ...kept, gym_id: 'gone' };
  expect(startingValues({ ...known, kept: lost })).toMatchObject({ title: 'Hills', gym_id: 'here' });
});

test('lets the prefill override both, with a matching suggested title', () => {
  const prefill = { start: '2026-11-21T17:15', minutes: 45, gymId: 'there', workoutType: 'sports' };
  const values = startingValues({ ...known, prefill });
  expect(values).toMatchObject({
    day: '2026-11-21',
    time: '17:15',
    duration_minutes: 45,
    gym_id: 'there',
    workout_type: 'sports',
  });
  expect(values.title).toBe('Sports');
  expect(startingValues({ ...known, prefill: { gymId: 'elsewhere', workoutType: 'chess' } })).toEqual(usual);
});
