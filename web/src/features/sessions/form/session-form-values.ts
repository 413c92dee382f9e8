import type { ClientInput } from '@spotter/contract';
import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import type { createSession, updateSession } from '@spotter/contract/sessions/sessions.ts';
import { addDays, daysBetween, wallAt } from '@spotter/contract/wall-clock.ts';
import { workoutName } from '#platform/people/training-words.ts';
import { noRepeat, type Repeat, repeatOf, ruleOf } from '../series/repeat-rule.ts';
import type { SessionDetail, SessionItem } from '../session.ts';

type Create = ClientInput<typeof createSession>['body'];
type Update = NonNullable<ClientInput<typeof updateSession>['body']>;
export type Scope = NonNullable<Update['scope']>;

/** A session as the form stores it: day and time separately, both in the gym's time. */
export type SessionFormValues = {
  workout_type: SessionItem['workout_type'];
  session_type_id: string | null;
  title: string;
  /** Until the reader types a title, it names the workout. */
  title_is_own: boolean;
  gym_id: string;
  day: string;
  time: string;
  duration_minutes: number;
  max_participants: number;
  fitness_level_min: SessionItem['fitness_level_min'];
  fitness_level_max: SessionItem['fitness_level_max'];
  gender_preference: SessionItem['gender_preference'];
  guests_per_member: number;
  invite_only: boolean;
  description: string;
  repeat: Repeat;
  invited_user_ids: string[];
};

/** The specification's defaults: 60 minutes and 10 spots. */
export const usualValues = {
  session_type_id: null,
  title_is_own: false,
  duration_minutes: sessionLimits.minutes.usual,
  max_participants: sessionLimits.spots.usual,
  fitness_level_min: 'beginner',
  fitness_level_max: 'advanced',
  gender_preference: 'any',
  guests_per_member: 0,
  invite_only: false,
  description: '',
  repeat: noRepeat,
  invited_user_ids: [],
} satisfies Partial<SessionFormValues>;

/** Names the workout only, because the time is always shown next to the title. */
export const suggestedTitle = (workoutType: SessionFormValues['workout_type'], typeName?: string) =>
  typeName ?? workoutName[workoutType];

export const bodyOf = ({
  title_is_own,
  day,
  time,
  repeat,
  invited_user_ids: invited,
  ...rest
}: SessionFormValues): Create & { gym_id: string } => ({
  ...rest,
  start_time: `${day}T${time}`,
  repeat_rule: ruleOf(repeat, day),
  invited_user_ids: invited.length > 0 ? invited : undefined,
});

/** A session as the edit form shows it. */
export function valuesOf(session: SessionItem & Partial<Pick<SessionDetail, 'series'>>): SessionFormValues {
  const { day, time } = wallAt(Date.parse(session.start_time.utc), session.gym.timezone);
  const madeUp = suggestedTitle(session.workout_type, session.session_type?.name);
  return {
    workout_type: session.workout_type,
    session_type_id: session.session_type?.id ?? null,
    title: session.title,
    title_is_own: session.title !== madeUp,
    gym_id: session.gym.id,
    day,
    time,
    duration_minutes: session.duration_minutes,
    max_participants: session.max_participants,
    fitness_level_min: session.fitness_level_min,
    fitness_level_max: session.fitness_level_max,
    gender_preference: session.gender_preference,
    guests_per_member: session.guests_per_member,
    invite_only: session.invite_only,
    description: session.description,
    repeat: session.series ? repeatOf(session.series.rule, day) : noRepeat,
    invited_user_ids: [],
  };
}

/** The same session on its next weekday, once, without invites. */
export function copyOf(session: SessionItem & Partial<Pick<SessionDetail, 'series'>>, now: number): SessionFormValues {
  const values = valuesOf(session);
  const today = wallAt(now, session.gym.timezone).day;
  const weeksAgo = Math.max(0, Math.ceil(daysBetween(values.day, today) / 7));
  return { ...values, day: addDays(values.day, 7 * Math.max(1, weeksAgo)), repeat: noRepeat };
}

const editable = [
  'workout_type',
  'session_type_id',
  'title',
  'gym_id',
  'duration_minutes',
  'max_participants',
  'fitness_level_min',
  'fitness_level_max',
  'gender_preference',
  'guests_per_member',
  'invite_only',
  'description',
] as const satisfies (keyof SessionFormValues & keyof Update)[];

/** Only the changed fields, so that two people's edits don't undo each other. */
export function changesOf(values: SessionFormValues, before: SessionFormValues): Omit<Update, 'scope'> {
  const changed = {
    ...Object.fromEntries(
      editable.filter((field) => values[field] !== before[field]).map((field) => [field, values[field]]),
    ),
    ...ruleChange(values, before),
  };
  if (values.day === before.day && values.time === before.time) return changed;
  return { ...changed, start_time: `${values.day}T${values.time}` };
}

/** The repeat rule, if it was edited: moving a session to another day doesn't change it. */
function ruleChange(values: SessionFormValues, before: SessionFormValues): Pick<Update, 'repeat_rule'> {
  const asked = ({ repeat }: SessionFormValues) => ruleOf(repeat, before.day);
  return asked(values) === asked(before) ? {} : { repeat_rule: ruleOf(values.repeat, values.day) ?? null };
}

/** A monthly rule contains its day, so it changes when the following sessions move to another day. */
export function followedRule(values: SessionFormValues, before: SessionFormValues): Pick<Update, 'repeat_rule'> {
  const [rule, was] = [values.day, before.day].map((day) => ruleOf(values.repeat, day));
  return values.repeat.kind === 'monthly' && rule !== was ? { repeat_rule: rule ?? null } : {};
}

/** Maps the server's fields to the form's. */
const fieldOf: Record<string, keyof SessionFormValues> = {
  start_time: 'time',
  end_time: 'duration_minutes',
  repeat_rule: 'repeat',
};
const fieldOfCode: Record<string, keyof SessionFormValues> = {
  session_in_past: 'time',
  gym_closed: 'time',
  time_does_not_exist: 'time',
  spots_below_participants: 'max_participants',
  guests_above_limit: 'guests_per_member',
  series_rule_invalid: 'repeat',
  gym_not_found: 'gym_id',
  user_not_found: 'invited_user_ids',
};

const isField = (name: string, values: SessionFormValues): name is keyof SessionFormValues & string => name in values;

export function fieldFor(name: string, values: SessionFormValues): keyof SessionFormValues | null {
  const [first = ''] = name.split('.');
  const own = fieldOf[first];
  return own ?? (isField(first, values) ? first : null);
}

export const fieldForCode = (code: string): keyof SessionFormValues | null => fieldOfCode[code] ?? null;
