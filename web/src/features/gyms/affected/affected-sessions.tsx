import { longestCancelReason } from '@spotter/contract/limits.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { Actions } from './affected-actions.tsx';
import { AffectedGroup } from './affected-group.tsx';
import { type Action, type Affected, cancelsAny, type Decisions, decideAll, groupsOf } from './decisions.ts';

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

/** The sessions a change leaves without an open gym, by series, and what happens to each. */
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
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-border p-4">
        <p className="font-medium">{count === 1 ? '1 session' : `All ${count} sessions`}</p>
        <Actions
          label="All sessions"
          actions={actions}
          value={value.others}
          onChange={(action) => onChange(decideAll(value, affected, action))}
        />
      </div>
      <ul aria-label="Affected sessions" className="flex flex-col divide-y divide-border">
        {groupsOf(affected).map((group) => (
          <AffectedGroup
            key={group[0].id}
            group={group}
            showGym={showGym}
            actions={actions}
            value={value}
            onChange={onChange}
            errors={errors}
          />
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-sm text-text-secondary">
          {`and ${more} more, which follow your choice for their series or for all. Sessions move to the same time on the next open day.`}
        </p>
      ) : null}
      {cancelsAny(value) ? (
        <TextField
          label="Reason"
          hint="Members of cancelled sessions read this."
          maxLength={longestCancelReason}
          value={value.reason}
          onChange={(event) => onChange({ ...value, reason: event.target.value })}
        />
      ) : null}
    </div>
  );
}
