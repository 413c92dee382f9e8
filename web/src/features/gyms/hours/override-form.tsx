import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { noDecisions } from '../affected/decisions.ts';
import { type Override, useRefreshHours } from './hours.queries.ts';
import { ReviewChange } from './review-change.tsx';
import { ScheduleError } from './schedule-error.tsx';
import { useScheduleChange } from './use-schedule-change.ts';

export type OverrideTask = { kind: 'create'; day: string } | { kind: 'edit'; override: Override };

type Gym = { id: string; name: string };
type Props = { organizationId: string; gym: Gym; others: readonly Gym[]; onClose: () => void };

/** Special hours or closed days, for one location or several. */
export function OverrideForm({ task, ...props }: Props & { task: OverrideTask | null }) {
  return (
    <Modal
      open={task !== null}
      onOpenChange={(open) => open || props.onClose()}
      title={task?.kind === 'edit' ? 'Change special hours' : 'Add special hours'}
      size="sm"
    >
      {task ? <Fields task={task} {...props} /> : null}
    </Modal>
  );
}

type Values = { from: string; to: string; reason: string; closed: boolean; opens: string; closes: string };
type Change = { values: Values; also: readonly string[] } | 'remove';

const valuesOf = (task: OverrideTask): Values => {
  if (task.kind === 'create')
    return { from: task.day, to: task.day, reason: '', closed: true, opens: '08:00', closes: '14:00' };
  const { from, to, reason, closed, opens, closes } = task.override;
  return { from, to, reason, closed, opens: opens ?? '08:00', closes: shownClose(closes) ?? '14:00' };
};

/** A time field has no 24:00; closing at 00:00 means midnight. */
const shownClose = (closes: string | null) => (closes === '24:00' ? '00:00' : closes);
const overrideOf = ({ from, to, reason, closed, opens, closes }: Values) => ({
  from,
  to,
  reason,
  closed,
  opens: closed ? null : opens,
  closes: closed ? null : closes === '00:00' ? '24:00' : closes,
});

function problemOf({ from, to, closed, opens, closes }: Values): string | null {
  if (!from || !to) return 'Choose the days';
  if (to < from) return 'The last day must not be before the first';
  if (!closed && (!opens || !closes || (closes !== '00:00' && closes <= opens))) return 'Closing must be after opening';
  return null;
}

function Fields({ task, organizationId, gym, others, onClose }: Props & { task: OverrideTask }) {
  const refresh = useRefreshHours();
  const [values, setValues] = useState(() => valuesOf(task));
  const [also, setAlso] = useState<readonly string[]>([]);
  const [decisions, setDecisions] = useState(noDecisions);
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const stored = task.kind === 'edit' ? task.override : null;
  const params = { id: organizationId };

  const change = useScheduleChange({
    preview: (wanted: Change) => {
      const override = wanted === 'remove' ? null : overrideOf(wanted.values);
      const which = stored
        ? { override_id: stored.id, version: stored.version }
        : { gym_ids: [gym.id, ...(wanted === 'remove' ? [] : wanted.also)] };
      return api.previewScheduleOverride({ params, body: { ...which, override } });
    },
    save: async (wanted, sessions) => {
      if (!stored) {
        if (wanted === 'remove') return;
        const body = { gym_ids: [gym.id, ...wanted.also], override: overrideOf(wanted.values), sessions };
        await api.createScheduleOverride({ params, body });
        return;
      }
      const one = { id: organizationId, overrideId: stored.id };
      const { version } = stored;
      if (wanted === 'remove') await api.deleteScheduleOverride({ params: one, body: { version, sessions } });
      else await api.updateScheduleOverride({ params: one, body: { ...overrideOf(wanted.values), version, sessions } });
    },
    onSaved: (_, wanted) => {
      toasts.success(wanted === 'remove' ? 'Special hours removed' : 'Special hours saved');
      void refresh();
      onClose();
    },
  });
  const showTheirs = () => {
    void refresh();
    onClose();
  };
  const start = (wanted: Change) => {
    setDecisions(noDecisions(values.reason || 'The gym has special hours that day.'));
    change.start(wanted);
  };
  const problem = problemOf(values);
  return (
    <div className="flex flex-col gap-5">
      <ScheduleError error={change.error} onShowTheirs={showTheirs} />
      <div className="grid grid-cols-2 gap-3">
        <DateField
          label="First day"
          value={values.from}
          onChange={({ target: { value } }) => set({ from: value, to: values.to < value ? value : values.to })}
        />
        <DateField
          label="Last day"
          min={values.from}
          value={values.to}
          onChange={(event) => set({ to: event.target.value })}
        />
      </div>
      <TextField
        label="What for"
        optional
        hint="Members see it in the calendar, such as Public holiday."
        maxLength={120}
        value={values.reason}
        onChange={(event) => set({ reason: event.target.value })}
      />
      <Switch label="Closed" checked={values.closed} onChange={(event) => set({ closed: event.target.checked })} />
      {values.closed ? null : (
        <div className="grid grid-cols-2 gap-3">
          <TimeField label="Opens" value={values.opens} onChange={(event) => set({ opens: event.target.value })} />
          <TimeField
            label="Closes"
            hint="00:00 is midnight."
            value={values.closes}
            onChange={(event) => set({ closes: event.target.value })}
          />
        </div>
      )}
      {!stored && others.length > 0 ? (
        <fieldset>
          <legend className="mb-2 font-medium text-sm">Also at</legend>
          <div className="flex flex-wrap gap-2">
            {others.map(({ id, name }) => (
              <Chip
                key={id}
                selected={also.includes(id)}
                onToggle={() => setAlso(also.includes(id) ? also.filter((one) => one !== id) : [...also, id])}
              >
                {name}
              </Chip>
            ))}
          </div>
        </fieldset>
      ) : null}
      {problem ? (
        <p role="alert" className="text-sm text-status-error-text">
          {problem}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {stored ? (
          <Button variant="ghost" className="mr-auto" disabled={change.isBusy} onClick={() => start('remove')}>
            Remove
          </Button>
        ) : null}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={problem !== null} loading={change.isBusy} onClick={() => start({ values, also })}>
          Save
        </Button>
      </div>
      <ReviewChange
        change={change}
        decisions={decisions}
        onDecide={setDecisions}
        showGym={also.length > 0}
        onOutdated={showTheirs}
      />
    </div>
  );
}
