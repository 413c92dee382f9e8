import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Affected, type Decisions, decisionsToSend } from '../affected/decisions.ts';

type Calls<T, R> = {
  preview: (change: T) => Promise<Affected>;
  save: (change: T, sessions: ReturnType<typeof decisionsToSend>) => Promise<R>;
  onSaved: (answer: R, change: T) => void;
};

/** Looks at what a change affects, then saves it: at once when it affects nothing, else with decisions. */
export function useScheduleChange<T, R>({ preview, save, onSaved }: Calls<T, R>) {
  const [asked, setAsked] = useState<{ change: T; affected: Affected } | null>(null);
  const saving = useMutation({
    mutationFn: ({ change, affected, decisions }: { change: T; affected: Affected; decisions: Decisions | null }) =>
      save(change, decisions ? decisionsToSend(decisions, affected) : { ...nothing, version: affected.version }),
    onSuccess: (answer, { change }) => {
      setAsked(null);
      onSaved(answer, change);
    },
  });
  const looking = useMutation({
    mutationFn: preview,
    onSuccess: (affected, change) => {
      setAsked({ change, affected });
      if (affected.count === 0) saving.mutate({ change, affected, decisions: null });
    },
  });
  return {
    affected: asked?.affected ?? null,
    isBusy: looking.isPending || (saving.isPending && asked?.affected.count === 0),
    /** A failure before there was anything to decide about. */
    error: looking.error ?? (asked?.affected.count ? null : saving.error),
    save: saving,
    start(change: T) {
      saving.reset();
      looking.mutate(change);
    },
    send(decisions: Decisions) {
      if (asked) saving.mutate({ ...asked, decisions });
    },
    leave() {
      looking.reset();
      saving.reset();
      setAsked(null);
    },
  };
}

const nothing = { others: 'keep' as const, reason: '', series: [], choices: [] };

/** The part of a change that its review shows. */
export type ScheduleChange = Pick<
  ReturnType<typeof useScheduleChange<unknown, unknown>>,
  'affected' | 'send' | 'leave'
> & { save: { error: Error | null; isError: boolean; isPending: boolean } };
