import { longestSessionTypeName } from '@spotter/contract/limits.ts';
import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import clsx from 'clsx';
import { GripVertical, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { workoutName } from '#platform/people/training-words.ts';
import { Badge } from '#ui/badge.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { WorkoutIcon, type WorkoutType, workoutGround } from '../workout.tsx';

export type Draft = {
  key: string;
  id?: string;
  name: string;
  kind: WorkoutType;
  minutes: string;
  is_active: boolean;
  used: number;
};

const kinds = Object.entries(workoutName).map(([value, label]) => ({ value: value as WorkoutType, label }));
const { least, most } = sessionLimits.minutes;

/** What keeps a type from being saved, beside its fields. */
export function faultsOf(draft: Draft, all: readonly Draft[]): { name?: string; minutes?: string } {
  const name = draft.name.trim().toLowerCase();
  const isTaken = all.some((other) => other.key !== draft.key && other.name.trim().toLowerCase() === name);
  const minutes = Number(draft.minutes);
  return {
    ...(name === '' ? { name: 'Name is required' } : isTaken && { name: 'Give each its own name' }),
    ...(!(Number.isInteger(minutes) && minutes >= least && minutes <= most) && { minutes: `${least} to ${most}` }),
  };
}

type Props = {
  draft: Draft;
  /** Its place in the list. */
  number: number;
  faults: ReturnType<typeof faultsOf>;
  isDragged: boolean;
  handleProps: Partial<ComponentProps<typeof IconButton>>;
  onChange: (changes: Partial<Draft>) => void;
  onRemove: () => void;
};

/** One session type with all that can be changed about it. */
export function SessionTypeRow({ draft, number, faults, isDragged, handleProps, onChange, onRemove }: Props) {
  return (
    <li
      className={clsx(
        'flex flex-wrap items-center gap-3 rounded-card border border-border bg-bg-main p-3',
        isDragged && 'shadow-float',
        !draft.is_active && 'bg-bg-secondary',
      )}
    >
      <IconButton
        label={`Move ${draft.name || 'new type'}: drag, or press the arrow keys`}
        icon={<GripVertical />}
        {...handleProps}
      />
      <span className={clsx('grid size-11 shrink-0 place-items-center rounded-control', workoutGround(draft.kind))}>
        <WorkoutIcon type={draft.kind} name={draft.name} className="size-5" />
      </span>
      <TextField
        label={`Name of number ${number}`}
        hideLabel
        placeholder="Name"
        maxLength={longestSessionTypeName}
        className="min-w-0 flex-1 basis-24 sm:basis-44"
        value={draft.name}
        error={faults.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <div className="flex min-w-0 flex-1 basis-full items-center gap-3 max-sm:order-1 sm:flex-none sm:basis-auto large-text:flex-wrap">
        <Select
          label={`Workout of ${draft.name || 'new type'}`}
          hideLabel
          className="min-w-0 flex-1 sm:w-36 sm:flex-none large-text:basis-[10rem]"
          options={kinds}
          value={draft.kind}
          onChange={(kind) => onChange({ kind })}
        />
        <TextField
          label={`Minutes of ${draft.name || 'new type'}`}
          hideLabel
          type="number"
          inputMode="numeric"
          min={sessionLimits.minutes.least}
          max={sessionLimits.minutes.most}
          className="w-28"
          end={<span className="pr-2 text-sm text-text-tertiary">min</span>}
          value={draft.minutes}
          error={faults.minutes}
          onChange={(event) => onChange({ minutes: event.target.value })}
        />
        <Switch
          className="-ms-4"
          label={<span className="sr-only">{`${draft.name || 'New type'} can be chosen`}</span>}
          checked={draft.is_active}
          onChange={(event) => onChange({ is_active: event.target.checked })}
        />
      </div>
      <IconButton
        label={draft.used > 0 ? `${draft.name} is in use` : `Remove ${draft.name || 'new type'}`}
        icon={<Trash2 />}
        disabled={draft.used > 0}
        onClick={onRemove}
      />
      {draft.used > 0 ? (
        <p className="basis-full text-sm text-text-secondary max-sm:order-1 sm:pl-14">
          {usedBy(draft.used)}
          {draft.is_active ? null : '. They stay; no one can choose it for new ones.'}
        </p>
      ) : null}
    </li>
  );
}

const usedBy = (used: number) => (used === 1 ? '1 upcoming session uses it' : `${used} upcoming sessions use it`);

/** The same for an admin who may only read it. */
export function SessionTypeCard({ draft: { name, kind, minutes, is_active, used } }: { draft: Draft }) {
  return (
    <li className="flex items-center gap-3 rounded-card border border-border p-3">
      <span className={clsx('grid size-11 shrink-0 place-items-center rounded-control', workoutGround(kind))}>
        <WorkoutIcon type={kind} name={name} className="size-5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words font-semibold">{name}</span>
          {is_active ? null : <Badge>Off</Badge>}
        </p>
        <p className="text-sm text-text-secondary">
          {[workoutName[kind], `${minutes} minutes`, used > 0 ? usedBy(used) : null].filter(Boolean).join(' · ')}
        </p>
      </div>
    </li>
  );
}
