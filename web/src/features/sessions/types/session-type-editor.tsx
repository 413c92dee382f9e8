import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { GripVertical, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { SaveError } from '#platform/forms/save-error.tsx';
import { workoutName } from '#platform/people/training-words.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { moved, useReorder } from '#ui/use-reorder.ts';
import { WorkoutIcon, type WorkoutType, workoutGround } from '../cards/workout.tsx';
import { sessionTypeKeys } from '../form/session-types.queries.ts';

type Stored = Answer<'listSessionTypes'>;
type Draft = {
  key: string;
  id?: string;
  name: string;
  kind: WorkoutType;
  minutes: string;
  is_active: boolean;
  used: number;
};

const draftsOf = ({ results }: Stored): Draft[] =>
  results.map(({ id, name, kind, default_duration_minutes, is_active, upcoming_sessions = 0 }) => ({
    key: id,
    id,
    name,
    kind,
    minutes: String(default_duration_minutes),
    is_active,
    used: upcoming_sessions,
  }));

const kinds = Object.entries(workoutName).map(([value, label]) => ({ value: value as WorkoutType, label }));

type Props = { organizationId: string; stored: Stored; onRefresh: () => void };

/** The organization's session types: changed here, and stored together. */
export function SessionTypeEditor({ organizationId, stored, onRefresh }: Props) {
  const queryClient = useQueryClient();
  const newKey = useId();
  const [edited, setEdited] = useState(stored);
  const [drafts, setDrafts] = useState(() => draftsOf(stored));
  const [made, setMade] = useState(0);
  const [news, setNews] = useState('');
  const [isResetting, setResetting] = useState(false);
  const hasChanged = JSON.stringify(drafts) !== JSON.stringify(draftsOf(edited));

  const begin = (list: Stored) => {
    setEdited(list);
    setDrafts(draftsOf(list));
  };
  // Somebody else's change shows at once while nothing is being edited here.
  if (stored.version !== edited.version && !hasChanged) begin(stored);

  const taken = (list: Answer<'updateSessionTypes'>) => {
    const used = new Map(drafts.map((draft) => [draft.id, draft.used]));
    begin({ ...list, results: list.results.map((type) => ({ ...type, upcoming_sessions: used.get(type.id) ?? 0 })) });
    void queryClient.invalidateQueries({ queryKey: sessionTypeKeys.all });
    toasts.success('Saved');
  };
  const save = useMutation({
    mutationFn: () =>
      api.updateSessionTypes({
        params: { id: organizationId },
        body: {
          version: edited.version,
          session_types: drafts.map(({ id, name, kind, minutes, is_active }) => ({
            id,
            name,
            kind,
            default_duration_minutes: Number(minutes),
            is_active,
          })),
        },
      }),
    onSuccess: taken,
  });
  const reset = useMutation({
    mutationFn: () => api.resetSessionTypes({ params: { id: organizationId } }),
    onSuccess: taken,
  });
  const failure = save.error ?? reset.error;
  const change = (key: string, changes: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
  const move = (from: number, to: number) => {
    setNews(`${drafts[from]?.name} is now number ${to + 1} of ${drafts.length}`);
    setDrafts(moved(drafts, from, to));
  };
  const { listRef, dragged, handleProps } = useReorder(drafts.length, move);
  const add = () => {
    setMade(made + 1);
    setDrafts([
      ...drafts,
      { key: `${newKey}-${made}`, name: '', kind: 'classes', minutes: '60', is_active: true, used: 0 },
    ]);
  };

  return (
    <div className="flex flex-col gap-5">
      <SaveError
        error={failure}
        onShowTheirs={() => {
          save.reset();
          begin(stored);
          onRefresh();
        }}
      />
      <ul ref={listRef} aria-label="Session types" className="flex flex-col gap-3">
        {drafts.map((draft, index) => (
          <li
            key={draft.key}
            className={clsx(
              'flex flex-wrap items-center gap-3 rounded-card border border-border bg-bg-main p-3',
              dragged === index && 'shadow-float',
              !draft.is_active && 'bg-bg-secondary',
            )}
          >
            <IconButton
              label={`Move ${draft.name || 'new type'}: drag, or press the arrow keys`}
              icon={<GripVertical />}
              {...handleProps(index)}
            />
            <span
              className={clsx('grid size-11 shrink-0 place-items-center rounded-control', workoutGround(draft.kind))}
            >
              <WorkoutIcon type={draft.kind} className="size-5" />
            </span>
            <TextField
              label={`Name of number ${index + 1}`}
              hideLabel
              placeholder="Name"
              maxLength={60}
              className="min-w-0 flex-1 basis-24 sm:basis-44"
              value={draft.name}
              onChange={(event) => change(draft.key, { name: event.target.value })}
            />
            <div className="flex flex-1 basis-full items-center gap-3 max-sm:order-1 sm:flex-none sm:basis-auto">
              <Select
                label={`Workout of ${draft.name || 'new type'}`}
                hideLabel
                className="min-w-0 flex-1 sm:w-36 sm:flex-none"
                options={kinds}
                value={draft.kind}
                onChange={(kind) => change(draft.key, { kind })}
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
                onChange={(event) => change(draft.key, { minutes: event.target.value })}
              />
              <Switch
                className="-ms-4"
                label={<span className="sr-only">{`${draft.name || 'New type'} can be chosen`}</span>}
                checked={draft.is_active}
                onChange={(event) => change(draft.key, { is_active: event.target.checked })}
              />
            </div>
            <IconButton
              label={draft.used > 0 ? `${draft.name} is in use` : `Remove ${draft.name || 'new type'}`}
              icon={<Trash2 />}
              disabled={draft.used > 0}
              onClick={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
            />
            {draft.used > 0 ? (
              <p className="basis-full text-sm text-text-secondary max-sm:order-1 sm:pl-14">
                {draft.used === 1 ? '1 upcoming session uses it' : `${draft.used} upcoming sessions use it`}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {news}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" icon={<Plus />} onClick={add}>
            Add type
          </Button>
          <Button variant="ghost" loading={reset.isPending} onClick={() => setResetting(true)}>
            Reset to defaults
          </Button>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" disabled={!hasChanged} onClick={() => begin(stored)}>
            Discard
          </Button>
          <Button disabled={!hasChanged} loading={save.isPending} onClick={() => save.mutate()}>
            Save changes
          </Button>
        </div>
      </div>
      <Dialog
        open={isResetting}
        onOpenChange={setResetting}
        title="Reset to the default types?"
        description="Your list is replaced by the one a new gym starts with. Types that upcoming sessions use can't be removed this way."
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => setResetting(false)}>
            Keep mine
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setResetting(false);
              reset.mutate();
            }}
          >
            Reset types
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
