import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import type { SessionType } from '@spotter/contract/sessions/session-types.ts';
import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import clsx from 'clsx';
import { workoutName } from '#platform/people/training-words.ts';
import { chosenLook } from '#ui/chosen-look.ts';
import { FieldNote } from '#ui/form/field.tsx';
import { OptionGroup, OptionTile, pill } from '#ui/form/option-tile.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { WorkoutIcon, type WorkoutType, workoutGround } from '../../workout.tsx';
import { suggestedTitle } from '../session-form-values.ts';
import type { SessionForm } from '../use-session-form.ts';

type Props = { session: SessionForm; types: readonly SessionType[] };

/** The workout: one of the five types, the gym's own name for it, and the title. */
export function WhatFields({ session, types }: Props) {
  const { values, set, errorOf } = session;
  const ofKind = types.filter(({ kind }) => kind === values.workout_type);

  const choose = (workout_type: WorkoutType, type: SessionType | null) => {
    set('workout_type', workout_type);
    set('session_type_id', type?.id ?? null);
    if (type) set('duration_minutes', type.default_duration_minutes);
    if (!values.title_is_own) set('title', suggestedTitle(workout_type, type?.name));
  };

  return (
    <div className="flex flex-col gap-4">
      <OptionGroup label="Workout" hideLabel className="@container">
        <div
          data-field="workout_type"
          className="grid grid-cols-5 gap-2 max-md:large-text:flex max-md:large-text:flex-wrap"
        >
          {workoutKinds.map((kind) => (
            <OptionTile
              key={kind}
              name="workout_type"
              value={kind}
              checked={values.workout_type === kind}
              onChange={() => choose(kind, null)}
              className={clsx(
                'gap-1.5 rounded-card px-0.5 py-3 font-medium text-[0.6875rem] leading-tight @md:text-xs max-md:large-text:flex-auto max-md:large-text:px-3',
                values.workout_type === kind
                  ? chosenLook
                  : clsx(workoutGround(kind), 'hover:ring-1 hover:ring-current'),
              )}
            >
              <WorkoutIcon type={kind} className="size-6" />
              <span className="max-w-full truncate">{workoutName[kind]}</span>
            </OptionTile>
          ))}
        </div>
      </OptionGroup>
      {ofKind.length > 1 ? (
        <OptionGroup label="Type" hideLabel>
          <div className="flex flex-wrap gap-2">
            {ofKind.map((type) => (
              <OptionTile
                key={type.id}
                name="session_type_id"
                value={type.id}
                checked={values.session_type_id === type.id}
                onChange={() => choose(type.kind, type)}
                className={pill(values.session_type_id === type.id)}
              >
                {type.name}
              </OptionTile>
            ))}
          </div>
        </OptionGroup>
      ) : null}
      <FieldNote id="session-type-problem" error={errorOf('session_type_id') ?? errorOf('workout_type')} />
      <div data-field="title">
        <TextField
          label="Title"
          maxLength={sessionLimits.title}
          value={values.title}
          onChange={(event) => {
            set('title_is_own', true);
            set('title', event.target.value);
          }}
          error={errorOf('title')}
        />
      </div>
    </div>
  );
}
