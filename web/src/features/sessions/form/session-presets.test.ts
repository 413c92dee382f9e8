import { expect, test } from 'vitest';
import type { SessionItem } from '../session.ts';
import { suggestedTitle, usualValues } from './session-form-values.ts';
import { presetsFor } from './session-presets.ts';

const zone = 'Australia/Sydney';
/** Wednesday 18 November 2026, 10:00 in Sydney. */
const now = Date.parse('2026-11-18T10:00:00+11:00');
const weekly = Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens: '05:00', closes: '22:00' }));
const here = { id: 'here', zone, hours: { weekly, overrides: [] } };
const there = { id: 'there', zone, hours: { weekly, overrides: [] } };
const reader = { id: 'me', favourite_workouts: [], preferred_times: [] };

type Told = Partial<Pick<SessionItem, 'workout_type' | 'duration_minutes' | 'title'>> & {
  at: string;
  host?: string;
  gym?: string;
};

/** The part of a session that presets use. */
const session = ({ at, host = 'other', gym = 'here', ...rest }: Told) => {
  const utc = new Date(`${at}:00+11:00`).toISOString();
  const minutes = rest.duration_minutes ?? 60;
  const end = new Date(Date.parse(utc) + minutes * 60_000).toISOString();
  return {
    ...usualValues,
    workout_type: 'strength',
    session_type: null,
    title: 'A session',
    ...rest,
    duration_minutes: minutes,
    creator: { id: host },
    gym: { id: gym, timezone: zone },
    start_time: { utc },
    end_time: { utc: end },
  } as unknown as SessionItem;
};

const starts = (presets: ReturnType<typeof presetsFor>) =>
  presets.map(({ key, values: { day, time, workout_type } }) => [key, workout_type, `${day} ${time}`]);

test('offers the usual workout first, then the last hosted one, then the next free slot', () => {
  const past = [
    session({ at: '2026-11-16T18:30', host: 'me', title: 'Leg day', duration_minutes: 75 }),
    session({ at: '2026-11-13T06:00' }),
    session({ at: '2026-11-12T18:00', workout_type: 'cardio' }),
    session({ at: '2026-11-11T06:00' }),
    session({ at: '2026-11-09T06:00', gym: 'there' }),
  ];
  const presets = presetsFor({ reader, gyms: [here, there], past, coming: [], now });
  expect(starts(presets)).toEqual([
    ['usual', 'strength', '2026-11-19 06:00'],
    ['again', 'strength', '2026-11-23 18:30'],
    ['soon', 'strength', '2026-11-18 10:30'],
  ]);
  expect(presets[1]?.values).toMatchObject({ title: 'Leg day', duration_minutes: 75, title_is_own: true });
  expect(presets[0]?.values.title).toBe('Strength');
});

test('skips slots where the reader is busy', () => {
  const past = [session({ at: '2026-11-13T06:00' }), session({ at: '2026-11-11T06:00' })];
  const coming = [session({ at: '2026-11-19T06:30' }), session({ at: '2026-11-18T10:30' })];
  expect(starts(presetsFor({ reader, gyms: [here], past, coming, now }))).toEqual([
    ['usual', 'strength', '2026-11-20 06:00'],
    ['soon', 'strength', '2026-11-18 11:30'],
  ]);
});

test('replaces a duplicate with the second most frequent workout', () => {
  const past = [
    session({ at: '2026-11-16T10:30' }),
    session({ at: '2026-11-13T10:30' }),
    session({ at: '2026-11-12T18:00', workout_type: 'cardio', duration_minutes: 45 }),
    session({ at: '2026-11-11T10:30' }),
    session({ at: '2026-11-05T18:00', workout_type: 'cardio', duration_minutes: 45 }),
  ];
  expect(starts(presetsFor({ reader, gyms: [here], past, coming: [], now }))).toEqual([
    ['usual', 'strength', '2026-11-18 10:30'],
    ['also', 'cardio', '2026-11-18 18:00'],
  ]);
});

test('offers a new member what their profile says', () => {
  const keen = { ...reader, favourite_workouts: ['flexibility' as const], preferred_times: ['midday' as const] };
  expect(starts(presetsFor({ reader: keen, gyms: [here], past: [], coming: [], now }))).toEqual([
    ['usual', 'flexibility', '2026-11-18 12:00'],
    ['soon', 'flexibility', '2026-11-18 10:30'],
  ]);
});

test('offers nothing when no gym opens', () => {
  const shut = { id: 'here', zone, hours: { weekly: [], overrides: [] } };
  expect(presetsFor({ reader, gyms: [shut], past: [], coming: [], now })).toEqual([]);
});

test("suggests the gym's own type name as the title, without a time", () => {
  expect(suggestedTitle('strength')).toBe('Strength');
  expect(suggestedTitle('strength', 'Powerlifting')).toBe('Powerlifting');
});
