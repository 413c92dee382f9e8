import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isChangedMeanwhile } from '#platform/forms/changed-meanwhile.ts';
import { bannerText } from '#platform/forms/contract-resolver.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { AffectedSessions } from '../affected/affected-sessions.tsx';
import {
  type Affected,
  type Decisions,
  decisionsToSend,
  errorsBySession,
  missingIn,
  noDecisions,
} from '../affected/decisions.ts';

type Calls<T, R> = {
  preview: (change: T) => Promise<Affected>;
  save: (change: T, sessions: ReturnType<typeof decisionsToSend>) => Promise<R>;
  onSaved: (answer: R, change: T) => void;
};

/** Looks at what a change affects, then saves it: at once when it affects nothing, else with decisions. */
export function useScheduleChange<T, R>({ preview, save, onSaved }: Calls<T, R>) {
  const [asked, setAsked] = useState<{ change: T; affected: Affected } | null>(null);
  const [decisions, setDecisions] = useState(noDecisions);
  /** Another admin's change, found while deciding. */
  const [conflict, setConflict] = useState<Error | null>(null);
  const saving = useMutation({
    mutationFn: ({ change, affected, decided }: { change: T; affected: Affected; decided: Decisions }) =>
      save(change, decisionsToSend(decided, affected)),
    onSuccess: (answer, { change }) => {
      setAsked(null);
      onSaved(answer, change);
    },
  });
  const looking = useMutation({
    mutationFn: preview,
    onSuccess: (affected, change) => {
      setAsked({ change, affected });
      if (affected.count === 0) saving.mutate({ change, affected, decided: noDecisions() });
    },
  });
  const leave = () => {
    looking.reset();
    saving.reset();
    setAsked(null);
    setConflict(null);
  };
  return {
    affected: asked?.affected ?? null,
    decisions,
    decide: setDecisions,
    isBusy: looking.isPending || (saving.isPending && asked?.affected.count === 0),
    /** A failure before there was anything to decide about, or a conflict. */
    error: looking.error ?? (asked?.affected.count ? null : saving.error) ?? conflict,
    isSaving: saving.isPending,
    saveError: saving.error,
    /** Members of cancelled sessions read the reason, unless another one is written. */
    start(change: T, reason: string) {
      saving.reset();
      setConflict(null);
      setDecisions(noDecisions(reason));
      looking.mutate(change);
    },
    send() {
      if (asked) saving.mutate({ ...asked, decided: decisions });
    },
    leave,
    leaveOutdated() {
      leave();
      setConflict(saving.error);
    },
  };
}

type Props = { change: ReturnType<typeof useScheduleChange<never, unknown>>; showGym: boolean };

/** The sessions a change affects, to be decided about before it is saved. */
export function ReviewChange({ change, showGym }: Props) {
  const { affected, decisions, saveError } = change;
  const missing = affected && missingIn(decisions, affected);
  return (
    <Modal
      open={affected !== null && affected.count > 0}
      onOpenChange={(open) => open || change.leave()}
      title={affected?.count === 1 ? '1 session is affected' : `${affected?.count ?? 0} sessions are affected`}
      description="You'd be closed for at least part of them. Members of sessions you move or cancel are told."
      size="md"
      footer={
        <div className="flex w-full flex-wrap items-center justify-end gap-2">
          {missing ? <p className="mr-auto text-sm text-text-secondary max-sm:basis-full">{missing}</p> : null}
          <Button variant="secondary" onClick={change.leave}>
            Back
          </Button>
          <Button disabled={Boolean(missing)} loading={change.isSaving} onClick={change.send}>
            Save
          </Button>
        </div>
      }
    >
      {affected ? (
        <div className="flex flex-col gap-4">
          {saveError ? (
            <Banner
              action={
                isChangedMeanwhile(saveError) ? (
                  <Button size="sm" variant="secondary" onClick={change.leaveOutdated}>
                    Look again
                  </Button>
                ) : undefined
              }
            >
              {bannerText(saveError, [], "Couldn't save. Try again.")}
            </Banner>
          ) : null}
          <AffectedSessions
            affected={affected}
            value={decisions}
            onChange={change.decide}
            showGym={showGym}
            errors={errorsBySession(saveError)}
          />
        </div>
      ) : null}
    </Modal>
  );
}
