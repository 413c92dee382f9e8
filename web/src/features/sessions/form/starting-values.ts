import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { addDays, momentOf, wallAt } from '@spotter/contract/wall-clock.ts';
import { type GymHours, nextStart } from '../times/session-slots.ts';
import { type SessionFormValues, suggestedTitle, usualValues } from './session-form-values.ts';
import type { Preset } from './session-presets.ts';

/** Prefilled values of a new session; the rest uses defaults. */
export type SessionPrefill = {
  /** Wall time at the gym, `YYYY-MM-DDTHH:mm`. */
  start?: string;
  minutes?: number;
  gymId?: string;
  workoutType?: string;
  /** A session to copy. */
  copy?: Partial<SessionFormValues>;
};

type StartingFacts = {
  prefill: SessionPrefill;
  presets: readonly Preset[];
  /** The gyms to choose from, the current one first. */
  gyms: readonly Pick<Gym, 'id'>[];
  places: readonly (GymHours & { id: string })[];
  /** An unsent draft. */
  kept: Partial<SessionFormValues>;
  now: number;
};

function plainValues({ places, now }: StartingFacts): SessionFormValues {
  const [here] = places;
  const zone = here?.zone ?? 'UTC';
  const minutes = usualValues.duration_minutes;
  const tomorrow = { day: addDays(wallAt(now, zone).day, 1), time: '18:00' };
  const start = (here && nextStart({ minutes }, here, now, [])) ?? tomorrow;
  const workout_type = 'strength' as const;
  return { ...usualValues, workout_type, title: '', gym_id: here?.id ?? '', ...start };
}

/** A start that has passed since the draft was saved moves to the next slot. */
function withoutThePast(
  values: SessionFormValues,
  fresh: SessionFormValues,
  { places, now }: StartingFacts,
): SessionFormValues {
  const zone = places.find(({ id }) => id === values.gym_id)?.zone;
  const starts = zone && momentOf(`${values.day}T${values.time}`, zone);
  return starts && starts.getTime() > now ? values : { ...values, day: fresh.day, time: fresh.time };
}

const isWorkout = (name: string | undefined) => workoutKinds.find((kind) => kind === name);

/** The form's initial values: defaults, then the draft, then the prefill. */
export function startingValues(facts: StartingFacts): SessionFormValues {
  const { prefill, presets, gyms, kept } = facts;
  // The current gym, even if the usual workout is at another one.
  const fresh = presets.find(({ values }) => values.gym_id === gyms[0]?.id)?.values ?? plainValues(facts);
  const isOwn = (id: string | undefined) => gyms.some((gym) => gym.id === id);
  const before = withoutThePast({ ...fresh, ...(prefill.copy ?? kept) }, fresh, facts);
  const [day, time] = prefill.start?.split('T') ?? [];
  const values: SessionFormValues = {
    ...before,
    ...(isOwn(before.gym_id) ? {} : { gym_id: fresh.gym_id }),
    ...(prefill.gymId && isOwn(prefill.gymId) ? { gym_id: prefill.gymId } : {}),
    ...(day && time ? { day, time } : {}),
    ...(prefill.minutes ? { duration_minutes: prefill.minutes } : {}),
  };
  const workout = isWorkout(prefill.workoutType);
  if (workout && workout !== values.workout_type)
    Object.assign(values, { workout_type: workout, session_type_id: null });
  const changed = values.workout_type !== before.workout_type || values.title === '';
  return values.title_is_own || !changed ? values : { ...values, title: suggestedTitle(values.workout_type) };
}
