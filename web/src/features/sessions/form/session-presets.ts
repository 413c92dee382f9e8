import type { User } from '@spotter/contract/users/users.ts';
import { wallAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { workoutName } from '#platform/people/training-words.ts';
import type { SessionItem } from '../session.ts';
import { type Busy, type GymHours, nextStart, type Wish } from '../times/session-slots.ts';
import { type SessionFormValues, suggestedTitle, usualValues } from './session-form-values.ts';

/** A prefilled session, down to the next open slot. */
export type Preset = {
  key: 'usual' | 'again' | 'soon' | 'also';
  label: string;
  /** A short label, without day and hour, which stand next to it. */
  name: string;
  values: SessionFormValues;
};

type Reader = Pick<User, 'id' | 'favourite_workouts' | 'preferred_times'>;
type Gym = GymHours & { id: string };

type PresetFacts = {
  reader: Reader;
  /** The gyms a preset may be at, the current one first. */
  gyms: readonly Gym[];
  /** The reader's recent sessions, latest first. */
  past: readonly SessionItem[];
  coming: readonly SessionItem[];
  now: number;
};

/** The most frequent value first; ties go to the latest. */
function byFrequency<T>(things: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([thing]) => thing);
}

const wallOf = (session: SessionItem) => wallAt(Date.parse(session.start_time.utc), session.gym.timezone);

const TIMES: Record<string, string> = {
  early_morning: '06:00',
  morning: '09:00',
  midday: '12:00',
  afternoon: '15:00',
  evening: '18:00',
  night: '20:00',
};

const EVENING = '18:00';
/** Fewer sessions than this are not a habit. */
const HABIT = 2;

type Draft = Pick<SessionFormValues, 'workout_type' | 'gym_id'> & Partial<SessionFormValues> & { typeName?: string };

function filled(key: Preset['key'], label: string, draft: Draft, wish: Wish, facts: PresetFacts): Preset | null {
  const gym = facts.gyms.find(({ id }) => id === draft.gym_id);
  if (!gym) return null;
  const busy: Busy[] = facts.coming.map(({ start_time, end_time }) => ({
    starts: Date.parse(start_time.utc),
    ends: Date.parse(end_time.utc),
  }));
  const start = nextStart(wish, gym, facts.now, busy);
  if (!start) return null;
  const { typeName, ...rest } = draft;
  const values = { ...usualValues, title: '', ...rest, ...start, duration_minutes: wish.minutes };
  const name = rest.title ?? typeName ?? workoutName[draft.workout_type];
  return { key, label, name, values: { ...values, title: rest.title ?? suggestedTitle(draft.workout_type, typeName) } };
}

/** The reader's most frequent workouts, each at its usual hour. */
function habit(facts: PresetFacts, rank: 0 | 1): Preset | null {
  const { past, gyms } = facts;
  const types = byFrequency(past.map(({ workout_type }) => workout_type));
  const type = types[rank];
  const ofType = past.filter(({ workout_type }) => workout_type === type);
  if (type === undefined || ofType.length < HABIT) return rank === 0 ? fromProfile(facts) : null;
  const places = new Set(gyms.map(({ id }) => id));
  const [gym_id = gyms[0]?.id] = byFrequency(ofType.map(({ gym }) => gym.id).filter((id) => places.has(id)));
  const [time] = byFrequency(ofType.map((session) => wallOf(session).time));
  const [minutes] = byFrequency(ofType.map(({ duration_minutes }) => duration_minutes));
  if (!gym_id || !time || !minutes) return null;
  const [typeId = null] = byFrequency(ofType.map(({ session_type }) => session_type?.id ?? null));
  const typeName = ofType.find(({ session_type }) => session_type?.id === typeId)?.session_type?.name;
  const draft = { workout_type: type, gym_id, session_type_id: typeId, typeName };
  const [key, label] = rank === 0 ? (['usual', 'Your usual'] as const) : (['also', 'You also do'] as const);
  return filled(key, label, draft, { minutes, time }, facts);
}

/** For a member without a habit yet. */
function fromProfile(facts: PresetFacts): Preset | null {
  const { gyms, reader } = facts;
  const here = gyms[0];
  if (!here) return null;
  const time = reader.preferred_times.map((part) => TIMES[part]).find((found) => found !== undefined) ?? EVENING;
  const workout_type = reader.favourite_workouts[0] ?? 'strength';
  const wish = { minutes: usualValues.duration_minutes, time };
  return filled('usual', 'For you', { workout_type, gym_id: here.id }, wish, facts);
}

/** The session the reader hosted last, on the same weekday. */
function again(facts: PresetFacts): Preset | null {
  // A session that was planned with someone is planned with them again, from their profile or chat.
  const last = facts.past.find(({ creator, invite_only }) => creator.id === facts.reader.id && !invite_only);
  if (!last) return null;
  const { day, time } = wallOf(last);
  const draft: Draft = {
    workout_type: last.workout_type,
    session_type_id: last.session_type?.id ?? null,
    gym_id: last.gym.id,
    title: last.title,
    title_is_own: true,
    description: last.description,
    max_participants: last.max_participants,
    fitness_level_min: last.fitness_level_min,
    fitness_level_max: last.fitness_level_max,
    gender_preference: last.gender_preference,
    guests_per_member: last.guests_per_member,
  };
  return filled('again', 'Host again', draft, { minutes: last.duration_minutes, time, weekday: weekdayOf(day) }, facts);
}

function soon(facts: PresetFacts, like: SessionFormValues | undefined): Preset | null {
  const here = facts.gyms[0];
  if (!here) return null;
  const workout_type = like?.workout_type ?? facts.reader.favourite_workouts[0] ?? 'strength';
  const minutes = like?.duration_minutes ?? usualValues.duration_minutes;
  return filled('soon', 'Next free slot', { workout_type, gym_id: here.id }, { minutes }, facts);
}

const sameStart = (one: SessionFormValues, other: SessionFormValues) =>
  one.day === other.day && one.time === other.time && one.workout_type === other.workout_type;

const MOST = 3;

/** At most three, most likely first, no duplicates. */
export function presetsFor(facts: PresetFacts): Preset[] {
  const first = habit(facts, 0);
  const found: Preset[] = [];
  for (const preset of [first, again(facts), soon(facts, first?.values), habit(facts, 1)])
    if (preset && !found.some(({ values }) => sameStart(values, preset.values))) found.push(preset);
  return found.slice(0, MOST);
}
