import { useMutation, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { SaveError } from '#platform/forms/save-error.tsx';
import { useVersion } from '#platform/forms/use-version.ts';
import { LeaveQuestion, useLeaveGuard } from '#platform/leaving/leave-guard.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { moved, useReorder } from '#ui/list/use-reorder.ts';
import { sessionTypeKeys } from '../form/session-types.queries.ts';
import { type Draft, faultsOf, SessionTypeCard, SessionTypeRow } from './session-type-row.tsx';

type Stored = Answer<'listSessionTypes'>;

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

/** The list for an admin who may not change it. */
export function SessionTypeList({ stored }: { stored: Stored }) {
  return (
    <>
      <p className="text-sm text-text-secondary">Your organization's admins can change these.</p>
      <ul aria-label="Session types" className="flex flex-col gap-3">
        {draftsOf(stored).map((draft) => (
          <SessionTypeCard key={draft.key} draft={draft} />
        ))}
      </ul>
    </>
  );
}

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
  const [hasTried, setTried] = useState(false);
  const hasChanged = JSON.stringify(drafts) !== JSON.stringify(draftsOf(edited));

  const guard = useLeaveGuard(hasChanged);

  const version = useVersion(stored.version);
  const begin = (list: Stored) => {
    version.begin(list.version);
    setEdited(list);
    setDrafts(draftsOf(list));
    setTried(false);
  };
  // Another admin's change shows at once while nothing is being edited here.
  if (stored.version !== edited.version && !hasChanged) begin(stored);

  const taken = (list: Answer<'updateSessionTypes'>) => {
    const used = new Map(drafts.map((draft) => [draft.id, draft.used]));
    begin({ ...list, results: list.results.map((type) => ({ ...type, upcoming_sessions: used.get(type.id) ?? 0 })) });
    void queryClient.invalidateQueries({ queryKey: sessionTypeKeys.all });
    toasts.success('Saved');
  };
  const save = useMutation({
    mutationFn: () =>
      version.send((version) =>
        api.updateSessionTypes({
          params: { id: organizationId },
          body: {
            version,
            session_types: drafts.map(({ id, name, kind, minutes, is_active }) => ({
              id,
              name,
              kind,
              default_duration_minutes: Number(minutes),
              is_active,
            })),
          },
        }),
      ),
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
  const discard = () => {
    save.reset();
    reset.reset();
    begin(stored);
  };
  const store = () => {
    setTried(true);
    if (drafts.every((draft) => Object.keys(faultsOf(draft, drafts)).length === 0)) save.mutate();
  };
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
          discard();
          onRefresh();
        }}
      />
      <ul ref={listRef} aria-label="Session types" className="flex flex-col gap-3">
        {drafts.map((draft, index) => (
          <SessionTypeRow
            key={draft.key}
            draft={draft}
            number={index + 1}
            faults={hasTried ? faultsOf(draft, drafts) : {}}
            isDragged={dragged === index}
            handleProps={handleProps(index)}
            onChange={(changes) => change(draft.key, changes)}
            onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {news}
      </p>
      <div
        data-docked={hasChanged ? '' : undefined}
        className={clsx(
          'flex flex-wrap items-center justify-between gap-3',
          hasChanged &&
            'sticky bottom-0 z-10 -mx-4 border-border border-t bg-bg-main/95 px-4 py-3 backdrop-blur md:mx-0 md:px-0',
        )}
      >
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" icon={<Plus />} onClick={add}>
            Add type
          </Button>
          <Button variant="ghost" loading={reset.isPending} onClick={() => setResetting(true)}>
            Reset to defaults
          </Button>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" disabled={!hasChanged} onClick={discard}>
            Discard
          </Button>
          <Button disabled={!hasChanged} loading={save.isPending} onClick={store}>
            Save changes
          </Button>
        </div>
      </div>
      <ResetQuestion open={isResetting} onClose={() => setResetting(false)} onReset={() => reset.mutate()} />
      <LeaveQuestion
        guard={guard}
        title="Leave without saving?"
        text="Your changes to the session types would be lost."
        action={{ label: 'Save changes', onSelect: store }}
      />
    </div>
  );
}

type ResetProps = { open: boolean; onClose: () => void; onReset: () => void };

function ResetQuestion({ open, onClose, onReset }: ResetProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Reset to the default types?"
      description="This restores the default list. Types that upcoming sessions use stay at the end."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Keep mine
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onReset();
          }}
        >
          Reset types
        </Button>
      </div>
    </Dialog>
  );
}
