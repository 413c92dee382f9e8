import { longestSpecialHoursReason } from '@spotter/contract/limits.ts';
import { closingMinute, minutesOf } from '@spotter/contract/wall-clock.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { SaveError } from '#platform/forms/save-error.tsx';
import { useVersion } from '#platform/forms/use-version.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { DateField } from '#ui/form/date-time-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { type Override, useRefreshHours } from '../gyms.queries.ts';
import { OtherGyms } from './other-gyms.tsx';
import { ReviewChange, useScheduleChange } from './schedule-change.tsx';
import type { DraftSpan } from './week.ts';
import { mostSpans, SpanFields } from './week-editor.tsx';

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

type Values = { from: string; to: string; reason: string; closed: boolean; spans: readonly DraftSpan[] };
type Change = { values: Values; also: readonly string[] } | 'remove';

const usual: DraftSpan = { opens: '08:00', closes: '14:00' };

const valuesOf = (task: OverrideTask): Values => {
  if (task.kind === 'create') return { from: task.day, to: task.day, reason: '', closed: true, spans: [usual] };
  const { from, to, reason, closed, opens, closes, more_hours } = task.override;
  const spans = opens && closes ? [{ opens, closes }, ...more_hours].map(shownSpan) : [usual];
  return { from, to, reason, closed, spans };
};

/** A time field has no 24:00; closing at 00:00 means midnight. */
const shownSpan = ({ opens, closes }: DraftSpan) => ({ opens, closes: closes === '24:00' ? '00:00' : closes });
const sentSpan = ({ opens, closes }: DraftSpan) => ({ opens, closes: closes === '00:00' ? '24:00' : closes });
const inOrder = (spans: readonly DraftSpan[]) =>
  spans.map(sentSpan).toSorted((one, other) => one.opens.localeCompare(other.opens));

function overrideOf({ from, to, reason, closed, spans }: Values) {
  const [first, ...more_hours] = closed ? [] : inOrder(spans);
  return { from, to, reason, closed, opens: first?.opens ?? null, closes: first?.closes ?? null, more_hours };
}

function problemOf({ from, to, closed, spans }: Values): string | null {
  if (!from || !to) return 'Choose the days';
  if (to < from) return 'The last day must not be before the first';
  if (closed) return null;
  if (spans.some(({ opens, closes }) => !opens || !closes)) return 'Enter both times';
  const sorted = inOrder(spans);
  // A night ends before the hours begin a day later.
  const begins = sorted.map(({ opens }, index) => minutesOf(opens) + (index === 0 ? 24 * 60 : 0));
  if (sorted.some((span, index) => closingMinute(span) > begins.at((index + 1) % begins.length)!))
    return 'These hours overlap';
  return null;
}

function Fields({ task, organizationId, gym, others, onClose }: Props & { task: OverrideTask }) {
  const refresh = useRefreshHours();
  const [values, setValues] = useState(() => valuesOf(task));
  const [also, setAlso] = useState<readonly string[]>([]);
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const stored = task.kind === 'edit' ? task.override : null;
  const params = { id: organizationId };
  const version = useVersion(stored?.version);

  const change = useScheduleChange({
    preview: (wanted: Change) => {
      const override = wanted === 'remove' ? null : overrideOf(wanted.values);
      if (stored)
        return version.send((version) =>
          api.previewScheduleOverride({ params, body: { override_id: stored.id, version, override } }),
        );
      const gym_ids = [gym.id, ...(wanted === 'remove' ? [] : wanted.also)];
      return api.previewScheduleOverride({ params, body: { gym_ids, override } });
    },
    save: async (wanted, sessions) => {
      if (!stored) {
        if (wanted === 'remove') return;
        const body = { gym_ids: [gym.id, ...wanted.also], override: overrideOf(wanted.values), sessions };
        await api.createScheduleOverride({ params, body });
        return;
      }
      const one = { id: organizationId, overrideId: stored.id };
      await version.send<unknown>((version) =>
        wanted === 'remove'
          ? api.deleteScheduleOverride({ params: one, body: { version, sessions } })
          : api.updateScheduleOverride({ params: one, body: { ...overrideOf(wanted.values), version, sessions } }),
      );
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
  const start = (wanted: Change) => change.start(wanted, values.reason || 'The gym has special hours that day.');
  const problem = problemOf(values);
  return (
    <div className="flex flex-col gap-5">
      <SaveError error={change.error} onShowTheirs={showTheirs} />
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
        maxLength={longestSpecialHoursReason}
        value={values.reason}
        onChange={(event) => set({ reason: event.target.value })}
      />
      <Switch label="Closed" checked={values.closed} onChange={(event) => set({ closed: event.target.checked })} />
      {values.closed ? null : (
        <div className="flex flex-col gap-3">
          <SpanFields name="Gym" spans={values.spans} onChange={(spans) => set({ spans })} keepsOne />
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus />}
            className="self-start"
            disabled={values.spans.length >= mostSpans}
            onClick={() => set({ spans: [...values.spans, { opens: '', closes: '' }] })}
          >
            Add hours
          </Button>
        </div>
      )}
      {stored ? null : <OtherGyms legend="Also at" gyms={others} chosen={also} onChoose={setAlso} />}
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
      <ReviewChange change={change} showGym={also.length > 0} />
    </div>
  );
}
