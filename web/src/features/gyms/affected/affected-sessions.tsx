import { CalendarClock, CalendarX2, Check, Repeat } from 'lucide-react';
import { useId } from 'react';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { OptionTile, pill } from '#ui/form/option-tile.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import {
  type Action,
  type Affected,
  type AffectedSession,
  cancelsAny,
  type Decisions,
  decideAll,
  decideOne,
  whenAt,
} from './decisions.ts';

const labels: Record<Action, string> = { keep: 'Keep', move: 'Move', cancel: 'Cancel' };
const icons = { keep: Check, move: CalendarClock, cancel: CalendarX2 };

type Props = {
  affected: Affected;
  value: Decisions;
  onChange: (decisions: Decisions) => void;
  /** What may be done; closing a location keeps none. */
  actions?: readonly Action[];
  /** With several locations each session says where it is. */
  showGym?: boolean;
  /** The server's words about single sessions, by their id. */
  errors?: Readonly<Record<string, string>>;
};

/** The sessions a change leaves without an open gym, and what happens to each. */
export function AffectedSessions({
  affected,
  value,
  onChange,
  actions = ['keep', 'move', 'cancel'],
  showGym = false,
  errors = {},
}: Props) {
  const { count, results } = affected;
  const more = count - results.length;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-bg-secondary p-4">
        <p className="font-medium">{count === 1 ? '1 session' : `All ${count} sessions`}</p>
        <Actions
          label="All sessions"
          actions={actions}
          value={value.others}
          onChange={(action) => onChange(decideAll(value, affected, action))}
        />
      </div>
      <ul aria-label="Affected sessions" className="flex flex-col divide-y divide-border">
        {results.map((session) => (
          <Row
            key={session.id}
            session={session}
            showGym={showGym}
            actions={actions}
            value={value}
            onChange={onChange}
            error={errors[session.id]}
          />
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-sm text-text-secondary">
          {`and ${more} more, which follow your choice for all sessions. Sessions move to the nearest open time.`}
        </p>
      ) : null}
      {cancelsAny(value) ? (
        <TextField
          label="Reason"
          hint="Members of cancelled sessions read this."
          maxLength={300}
          value={value.reason}
          onChange={(event) => onChange({ ...value, reason: event.target.value })}
        />
      ) : null}
    </div>
  );
}

type RowProps = {
  session: AffectedSession;
  showGym: boolean;
  actions: readonly Action[];
  value: Decisions;
  onChange: Props['onChange'];
  error: string | undefined;
};

function Row({ session, showGym, actions, value, onChange, error }: RowProps) {
  const { id, title, gym, timezone, starts_at, participants_count, repeats } = session;
  const choice = value.choices[id];
  const set = (changes: { day?: string; time?: string }) =>
    choice && onChange({ ...value, choices: { ...value.choices, [id]: { ...choice, ...changes } } });
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-48 flex-col">
          <p dir="auto" className="truncate font-semibold">
            {title}
          </p>
          <p className="text-sm text-text-secondary">
            {[whenAt(starts_at, timezone), showGym && gym.name, people(participants_count)].filter(Boolean).join(' · ')}
            {repeats ? <Repeat role="img" aria-label="Repeats" className="ms-1.5 inline size-3.5" /> : null}
          </p>
        </div>
        <Actions
          label={title}
          actions={actions}
          value={choice?.action ?? null}
          onChange={(action) => onChange(decideOne(value, session, action))}
        />
      </div>
      {choice?.action === 'move' ? (
        <div className="grid grid-cols-2 gap-3 sm:max-w-sm">
          <DateField
            label={`New day of ${title}`}
            hideLabel
            value={choice.day}
            onChange={(event) => set({ day: event.target.value })}
          />
          <TimeField
            label={`New time of ${title}`}
            hideLabel
            value={choice.time}
            onChange={(event) => set({ time: event.target.value })}
          />
        </div>
      ) : null}
      {error ? (
        <p role="alert" className="text-sm text-status-error-text">
          {error}
        </p>
      ) : null}
    </li>
  );
}

type ActionsProps = {
  label: string;
  actions: readonly Action[];
  value: Action | null;
  onChange: (action: Action) => void;
};

function Actions({ label, actions, value, onChange }: ActionsProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{`What happens to ${label}`}</legend>
      {actions.map((action) => {
        const Icon = icons[action];
        return (
          <OptionTile
            key={action}
            name={name}
            value={action}
            checked={value === action}
            onChange={() => onChange(action)}
            className={pill(value === action)}
          >
            <span className="flex items-center gap-1.5">
              <Icon aria-hidden="true" className="size-4" />
              {labels[action]}
            </span>
          </OptionTile>
        );
      })}
    </fieldset>
  );
}

const people = (number: number) => (number === 1 ? '1 person' : `${number} people`);
