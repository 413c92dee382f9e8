import { seriesLimits } from '@spotter/contract/sessions/limits.ts';
import { weekdayCodes } from '@spotter/contract/sessions/repeat-rule.ts';
import { addDays, wallAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { isOpen } from './opening.ts';
import type { Slot } from './timetable.ts';
import { daysFrom, type Gym, type Member, presentIn, type World } from './world.ts';

/** Slots that were made once as a repeating session, and who comes every time. */
const repeating: Record<string, string> = {
  'Leg day': 'ana ben tane',
  'Night owls': 'lucas fatima',
  'Pads and footwork': 'zoe amara',
  'Saturday crew': 'jarrah noah',
  'Bag work after dark': 'aoife simone',
};

/** With the days after those that are planned in full. */
export type Series = { id: string; regulars: Member[]; days: string[] };

/** The series behind a slot's sessions, or null when each was made by hand. */
export function planSeries(world: World, slot: Slot, gym: Gym, days: string[]): Series | null {
  const regulars = presentIn(world, repeating[slot.title] ?? '');
  const [host] = regulars;
  const [first] = days;
  if (!host || !first || !slot.hosts.includes(host.key)) return null;
  const at = daysFrom(world.now, -50);
  const madeUntil = addDays(wallAt(world.now, gym.timezone).day, seriesLimits.daysAhead);
  const type = world.rows.session_types.find(
    (row) => row.organization_id === gym.organizationId && row.name === slot.type,
  );
  const id = world.id(at);
  world.rows.session_series.push({
    organization_id: gym.organizationId,
    id,
    gym_id: gym.id,
    creator_id: host.id,
    rrule: `FREQ=WEEKLY;BYDAY=${slot.weekdays.map((day) => weekdayCodes[day]).join(',')}`,
    timezone: gym.timezone,
    starts_local: `${first}T${slot.time}`,
    session_type_id: type?.id ?? null,
    workout_type: slot.kind,
    title: slot.title,
    description: slot.description,
    duration_minutes: slot.minutes,
    max_participants: slot.spots,
    fitness_level_min: slot.levels[0],
    fitness_level_max: slot.levels[1],
    gender_preference: slot.women ? 'female' : 'any',
    made_until: world.sandbox ? (days.at(-1) ?? first) : madeUntil,
    created_at: at,
    updated_at: at,
  });
  for (const member of regulars) {
    const row = { organization_id: gym.organizationId, series_id: id, user_id: member.id, joined_at: at };
    world.rows.session_series_members.push(row);
  }
  const further: string[] = [];
  for (let day = addDays(days.at(-1) ?? first, 1); day <= madeUntil; day = addDays(day, 1))
    if (slot.weekdays.includes(weekdayOf(day)) && isOpen(gym, day, slot.time, slot.minutes)) further.push(day);
  return { id, regulars, days: further };
}
