import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { Actions } from './affected-actions.tsx';
import {
  type Action,
  type AffectedSession,
  type Choice,
  type Decisions,
  datesOf,
  decide,
  type Group,
  moveInWords,
  whenAt,
} from './decisions.ts';

type Props = {
  group: Group;
  showGym: boolean;
  actions: readonly Action[];
  value: Decisions;
  onChange: (decisions: Decisions) => void;
  errors: Readonly<Record<string, string>>;
};

/** A series or a single session: its dates, one decision, and where each date moves. */
export function AffectedGroup({ group, showGym, actions, value, onChange, errors }: Props) {
  const [{ id, title, gym, series_id }] = group;
  const [isOpen, setOpen] = useState(false);
  const action = value.choices[id]?.action ?? null;
  const faults = group.filter((session) => errors[session.id]);
  // What needs an answer is never folded away.
  const showsFields = group.length === 1 || isOpen || faults.length > 0 || group.some(({ moves_to }) => !moves_to);
  const set = (session: AffectedSession, changes: Partial<Choice>) => {
    const choice = value.choices[session.id];
    if (choice) onChange({ ...value, choices: { ...value.choices, [session.id]: { ...choice, ...changes } } });
  };
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-48 flex-col">
          <p dir="auto" className="truncate font-semibold">
            {title}
          </p>
          <p className="text-sm text-text-secondary">
            {series_id ? <Repeat role="img" aria-label="Repeats" className="me-1.5 inline size-3.5" /> : null}
            {[group.length > 1 && `${group.length} dates`, datesOf(group), showGym && gym.name, peopleIn(group)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Actions
          label={title}
          actions={actions}
          value={action}
          onChange={(next) => onChange(decide(value, group, next))}
        />
      </div>
      {action === 'move' && !showsFields ? (
        <Moves group={group} value={value} onEdit={() => setOpen(true)} title={title} />
      ) : null}
      {action === 'move' && showsFields
        ? group.map((session) => (
            <Fields
              key={session.id}
              session={session}
              isOneOfMany={group.length > 1}
              choice={value.choices[session.id]}
              onChange={(changes) => set(session, changes)}
            />
          ))
        : null}
      {faults.map((session) => (
        <p key={session.id} role="alert" className="text-sm text-status-error-text">
          {group.length > 1 ? `${whenAt(session.starts_at, session.timezone)}: ` : ''}
          {errors[session.id]}
        </p>
      ))}
    </li>
  );
}

type MovesProps = { group: Group; title: string; value: Decisions; onEdit: () => void };

/** From which day each date moves to which. */
function Moves({ group, title, value, onEdit }: MovesProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <ul aria-label={`New dates of ${title}`} className="text-sm tabular-nums">
        {group.map((session) => {
          const choice = value.choices[session.id];
          return <li key={session.id}>{choice && moveInWords(session, choice)}</li>;
        })}
      </ul>
      <Button variant="secondary" size="sm" aria-label={`Change dates of ${title}`} onClick={onEdit}>
        Change dates
      </Button>
    </div>
  );
}

type FieldsProps = {
  session: AffectedSession;
  isOneOfMany: boolean;
  choice: Choice | undefined;
  onChange: (changes: Partial<Choice>) => void;
};

function Fields({ session, isOneOfMany, choice, onChange }: FieldsProps) {
  const { title, starts_at, timezone } = session;
  const when = whenAt(starts_at, timezone);
  const of = isOneOfMany ? `${title}, ${when}` : title;
  return (
    <div className="flex flex-col gap-1 sm:max-w-sm">
      {isOneOfMany ? <p className="text-sm text-text-secondary">{when}</p> : null}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3">
        <DateField
          label={`New day of ${of}`}
          hideLabel
          value={choice?.day ?? ''}
          onChange={(event) => onChange({ day: event.target.value })}
        />
        <TimeField
          label={`New time of ${of}`}
          hideLabel
          value={choice?.time ?? ''}
          onChange={(event) => onChange({ time: event.target.value })}
        />
      </div>
    </div>
  );
}

/** '4 people', or 'up to 4 people' where the dates of a series differ. */
function peopleIn(group: Group): string {
  const counts = group.map(({ participants_count }) => participants_count);
  const most = Math.max(...counts);
  return `${Math.min(...counts) < most ? 'up to ' : ''}${most === 1 ? '1 person' : `${most} people`}`;
}
