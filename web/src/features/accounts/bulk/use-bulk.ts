import { mostSelected } from '@spotter/contract/limits.ts';
import { useRef, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { useUnloadQuestion } from '#platform/leaving/leave-guard.tsx';
import { saveFile } from '#platform/save-file.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { type AccountFilter, useRefreshAccounts } from '../accounts.queries.ts';

/** Some people, or all that the list shows with its filters. */
export type Selection = { count: number } & ({ ids: readonly string[] } | { matching: AccountFilter });

export type BulkAction = 'deactivate' | 'activate' | 'give_gym' | 'take_gym' | 'resend_setup';
export type Failure = { user: { id: string; first_name: string; last_name: string }; reason: string };

export type BulkWork = {
  action: BulkAction;
  gymId?: string;
  total: number;
  handled: number;
  changed: readonly string[];
  failed: readonly Failure[];
  state: 'running' | 'done' | 'stopped';
  error?: string;
};

/** What takes an action back; a mail can't be. */
const inverse: Partial<Record<BulkAction, BulkAction>> = {
  deactivate: 'activate',
  activate: 'deactivate',
  give_gym: 'take_gym',
  take_gym: 'give_gym',
};

const bodyOf = (selection: Selection) =>
  'ids' in selection ? { ids: [...selection.ids] } : { matching: selection.matching };

/** The next part to change. Its key stays the same after a lost answer, so that a repeat says whom it changed. */
type Place = { part: number; after?: string; key: string };

/** Changes many accounts part by part, so that progress shows and a stop keeps what is done. */
export function useBulk() {
  const refresh = useRefreshAccounts();
  const [work, setWork] = useState<BulkWork | null>(null);
  const stopped = useRef<(() => Promise<void>) | null>(null);
  // The undo would be lost.
  useUnloadQuestion(work?.state === 'running');

  function run(action: BulkAction, selection: Selection, gymId?: string) {
    const parts = partsOf(selection);
    let now: BulkWork = {
      action,
      total: selection.count,
      handled: 0,
      changed: [],
      failed: [],
      state: 'running',
      ...(gymId && { gymId }),
    };
    let place: Place = { part: 0, key: crypto.randomUUID() };
    const show = (changes: Partial<BulkWork>) => {
      now = { ...now, ...changes };
      setWork(now);
    };
    async function goOn() {
      show({ state: 'running' });
      try {
        for (let part = parts[place.part]; part; part = parts[place.part]) {
          const body = { action, selection: part, gym_id: gymId, after: place.after };
          const answer = await api.changeUsers({ body }, { idempotencyKey: place.key });
          const key = crypto.randomUUID();
          place = answer.next ? { part: place.part, after: answer.next, key } : { part: place.part + 1, key };
          show({
            handled: now.handled + answer.handled,
            changed: [...now.changed, ...answer.changed_ids],
            failed: [...now.failed, ...answer.failed],
          });
        }
        show({ state: 'done' });
      } catch (error) {
        show({ state: 'stopped', error: errorText(error, "Couldn't reach everyone. Try again.") });
      }
      await refresh();
    }
    stopped.current = goOn;
    return goOn();
  }

  const opposite = work && inverse[work.action];
  return {
    work,
    run,
    goOn: () => stopped.current?.(),
    close: () => setWork(null),
    undo:
      work && opposite && work.changed.length > 0
        ? () => run(opposite, { ids: work.changed, count: work.changed.length }, work.gymId)
        : null,
  };
}

function partsOf(selection: Selection) {
  if (!('ids' in selection)) return [bodyOf(selection)];
  const parts: { ids: string[] }[] = [];
  for (let start = 0; start < selection.ids.length; start += mostSelected)
    parts.push({ ids: selection.ids.slice(start, start + mostSelected) });
  return parts;
}

/** Saves the chosen people as a CSV file. */
export async function exportAccounts(selection: Selection) {
  try {
    const file: unknown = await api.exportUsers({ body: { selection: bodyOf(selection) } });
    saveFile(file, `users-${new Date().toISOString().slice(0, 10)}.csv`);
  } catch (error) {
    toasts.error(errorText(error, "Couldn't export. Try again."));
  }
}
