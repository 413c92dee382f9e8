import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { updateSession } from '@spotter/contract/sessions/sessions.ts';
import { type FitnessLevel, levelsInOrder } from '@spotter/contract/users/fitness-levels.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError } from '#platform/errors.ts';
import { offerFreedSpots } from '../offers/offers.service.ts';
import { keyOf } from '../session-access.service.ts';
import type { SessionRow } from '../session-lock.repo.ts';
import { endOf } from '../times/session-times.policy.ts';
import * as repo from './session-fields.repo.ts';

export type Changes = Omit<ParsedInput<typeof updateSession>['body'], 'scope' | 'repeat_rule'>;

const plainColumns = [
  'title',
  'description',
  'workout_type',
  'session_type_id',
  'gym_id',
  'max_participants',
  'fitness_level_min',
  'fitness_level_max',
  'gender_preference',
  'guests_per_member',
] as const;
type PlainColumn = (typeof plainColumns)[number];

/** The changeable values of a session, current or requested. */
export type Values = Pick<SessionRow, PlainColumn> & { startsAt: Date; minutes: number };

export const valuesOf = (session: SessionRow): Values => ({
  ...plainValues(session),
  startsAt: session.starts_at,
  minutes: session.duration_minutes,
});

export const plainValues = (row: Pick<SessionRow, PlainColumn>) =>
  Object.fromEntries(plainColumns.map((column) => [column, row[column]])) as Pick<SessionRow, PlainColumn>;

/** The columns in which two differ, with the second one's values. */
export const changedColumns = (before: Values, wanted: Values): Partial<Pick<SessionRow, PlainColumn>> =>
  Object.fromEntries(
    plainColumns.flatMap((column) => (before[column] === wanted[column] ? [] : [[column, wanted[column]]])),
  );

/** The requested values, without the time. A type that does not fit a new training is dropped. */
export function withChanges<V extends Pick<SessionRow, PlainColumn>>(values: V, changes: Changes): V {
  const given = Object.fromEntries(
    plainColumns.flatMap((column) => (changes[column] === undefined ? [] : [[column, changes[column]]])),
  );
  const loses = changes.workout_type && changes.workout_type !== values.workout_type;
  const wanted = { ...values, ...(loses && { session_type_id: null }), ...given };
  if (!levelsInOrder(wanted.fitness_level_min as FitnessLevel, wanted.fitness_level_max as FitnessLevel))
    throw fail('validation_failed', fieldError('fitness_level_max', 'The highest level must not be below the lowest'));
  return wanted;
}

/** The API's name for each column. */
const fieldsOf: Record<PlainColumn, string[]> = {
  title: ['title'],
  description: ['description'],
  workout_type: ['workout_type'],
  session_type_id: ['session_type'],
  gym_id: ['gym'],
  max_participants: ['max_participants', 'available_spots'],
  fitness_level_min: ['fitness_level_min'],
  fitness_level_max: ['fitness_level_max'],
  gender_preference: ['gender_preference'],
  guests_per_member: ['guests_per_member', 'can_bring_guests'],
};

/** Fields that calendars show; changing one increments the revision. */
const inCalendars = ['title', 'description', 'gym', 'start_time', 'end_time'];

/**
 * Gives a locked session new values, and returns the changed fields of Session. Offers freed spots; never pushes out
 * members or open offers.
 */
export async function setValues(tx: Db, session: SessionRow, values: Values) {
  const key = keyOf(session);
  const endsAt = endOf(values.startsAt, values.minutes);
  const moved = values.startsAt.getTime() !== session.starts_at.getTime();
  const changed = [
    ...plainColumns.flatMap((column) => (values[column] === session[column] ? [] : fieldsOf[column])),
    ...(moved ? ['start_time'] : []),
    ...(endsAt.getTime() === session.ends_at.getTime() ? [] : ['end_time']),
    ...(values.minutes === session.duration_minutes ? [] : ['duration_minutes']),
  ];
  const left = values.gym_id === session.gym_id ? null : session.gym_id;
  if (changed.length === 0) return { changed, left };
  refuseTooFewSpots(session, values.max_participants);
  if (values.guests_per_member < session.guests_per_member)
    await refuseFewerGuests(tx, session, values.guests_per_member);
  if (left) await refuseExcludedMembers(tx, session, values.gym_id);
  await repo.updateSession(tx, key, {
    ...plainValues(values),
    starts_at: values.startsAt,
    ends_at: endsAt,
    revision: session.revision + (changed.some((field) => inCalendars.includes(field)) ? 1 : 0),
  });
  // Reminders sent for the old time are due again for the new one.
  if (moved) await repo.forgetReminders(tx, key, values.startsAt);
  if (values.max_participants > session.max_participants) await offerFreedSpots(tx, key);
  return { changed, left };
}

function refuseTooFewSpots(session: SessionRow, spots: number): void {
  const taken = session.current_participants + session.held_spots;
  if (spots >= taken || spots >= session.max_participants) return;
  const message = `${taken === 1 ? '1 spot is' : `${taken} spots are`} already taken${session.held_spots > 0 ? ' or offered' : ''}`;
  throw fail('spots_below_participants', fieldError('max_participants', message));
}

/** Guests keep their spots: the host asks the members who bring them first. */
async function refuseFewerGuests(tx: Db, session: SessionRow, limit: number): Promise<void> {
  const most = await repo.mostGuests(tx, keyOf(session));
  if (most <= limit) return;
  const error = `Members are already bringing ${most === 1 ? 'a guest' : `${most} guests`}. Ask them to remove guests first.`;
  throw fail('guests_above_limit', { error, ...fieldError('guests_per_member', error) });
}

/** A session moves to another gym only if every member can access it. */
async function refuseExcludedMembers(tx: Db, session: SessionRow, gymId: string): Promise<void> {
  if (await repo.excludesMembers(tx, keyOf(session), gymId))
    throw fail('validation_failed', fieldError('gym_id', 'Not everyone in this session can train there.'));
}
