import type { Slot } from './timetable.ts';
import { daysFrom, type Gym, type Member, presentIn, type World } from './world.ts';

const ruleDays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Slots that were made once as a repeating session, and who comes every time. */
const repeating: Record<string, string> = {
  'Leg day': 'ana ben tane',
  'Pads and footwork': 'zoe amara',
  'Saturday crew': 'jarrah noah',
  'Bag work after dark': 'aoife simone',
};

export type Series = { id: string; regulars: Member[] };

/** The series behind a slot's sessions, or null when each was made by hand. */
export function planSeries(world: World, slot: Slot, gym: Gym, days: string[]): Series | null {
  const regulars = presentIn(world, repeating[slot.title] ?? '');
  const [host] = regulars;
  const [first] = days;
  if (!host || !first || !slot.hosts.includes(host.key)) return null;
  const at = daysFrom(world.now, -50);
  const id = world.id(at);
  world.rows.session_series.push({
    organization_id: gym.organizationId,
    id,
    gym_id: gym.id,
    creator_id: host.id,
    rrule: `FREQ=WEEKLY;BYDAY=${slot.weekdays.map((day) => ruleDays[day]).join(',')}`,
    timezone: gym.timezone,
    starts_local: `${first}T${slot.time}`,
    workout_type: slot.kind,
    title: slot.title,
    description: slot.description,
    duration_minutes: slot.minutes,
    max_participants: slot.places,
    fitness_level_min: slot.levels[0],
    fitness_level_max: slot.levels[1],
    gender_preference: slot.women ? 'female' : 'any',
    made_until: days.at(-1) ?? first,
    created_at: at,
    updated_at: at,
  });
  for (const member of regulars) {
    const row = { organization_id: gym.organizationId, series_id: id, user_id: member.id, joined_at: at };
    world.rows.session_series_members.push(row);
  }
  return { id, regulars };
}
