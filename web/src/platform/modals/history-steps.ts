import type { NavigateFunction } from 'react-router';
import type { BackSteps } from '#ui/layer/back-steps.ts';
import type { NamedModal } from './modal-stack.ts';

/** What the app keeps in a history entry. */
export type EntryState = {
  modals?: NamedModal[];
  /** This app pushed the entry, so it can be left by going back; one opened from outside is only emptied. */
  pushed?: boolean;
  /** How many entries of modals lie between this one and the first. */
  above?: number;
  /** How many layers without a name, such as questions, are open in this entry, and how many of them lie under the modal. */
  steps?: number;
  under?: number;
};

type Step = { depth: number; onBack: () => void };

/** The entry the browser is at, also while React still draws the one before. */
export const entryState = () => ((window.history.state as { usr?: EntryState } | null)?.usr ?? {}) as EntryState;

const stepsHere = () => entryState().steps ?? 0;
/** Layers that lie over the top modal. */
export const stepsAbove = () => stepsHere() - (entryState().under ?? 0);

/** Writes entries into the browser's history, one after the other: going back takes effect later than it is asked for. */
export function createHistorySteps(navigate: NavigateFunction) {
  let open: Step[] = [];
  let backsUnderWay = 0;
  const queue: (() => void)[] = [];

  /** Runs it at once, or after the steps back that are under way. */
  function whenSettled(run: () => void): void {
    if (backsUnderWay > 0) queue.push(run);
    else run();
  }
  function write(state: EntryState, entry: 'push' | 'replace'): void {
    const { pathname, search, hash } = window.location;
    void navigate({ pathname, search, hash }, { state, replace: entry === 'replace', preventScrollReset: true });
  }
  /** Layers above the entry it leads to are closed by whoever goes back. */
  function goBack(entries: number, toDepth: number): void {
    open = open.filter(({ depth }) => depth <= toDepth);
    if (entries === 0) return;
    backsUnderWay += 1;
    void navigate(-entries);
  }
  function onPopState(): void {
    const depth = stepsHere();
    const closed = open.filter((step) => step.depth > depth);
    open = open.filter((step) => step.depth <= depth);
    for (const step of closed.reverse()) step.onBack();
    if (backsUnderWay === 0) return;
    // The router hears of it first, so that what waited finds the page that was gone back to.
    setTimeout(() => {
      backsUnderWay -= 1;
      while (backsUnderWay === 0 && queue.length > 0) queue.shift()?.();
    });
  }

  const backSteps: BackSteps = {
    add(onBack) {
      const step = { depth: 0, onBack };
      let isEnded = false;
      whenSettled(() => {
        if (isEnded) return;
        step.depth = stepsHere() + 1;
        open.push(step);
        write({ ...entryState(), steps: step.depth }, 'push');
      });
      return () => {
        isEnded = true;
        if (!open.includes(step)) return;
        open = open.filter((other) => other !== step);
        whenSettled(() => stepsHere() === step.depth && goBack(1, step.depth - 1));
      };
    },
    leave: (then) =>
      whenSettled(() => {
        goBack(stepsHere(), 0);
        whenSettled(then);
      }),
  };
  return {
    backSteps,
    whenSettled,
    write,
    goBack,
    /** Answers what ends it. A reload forgets which layers were open, so their entries are left. */
    start(): () => void {
      window.addEventListener('popstate', onPopState);
      if (open.length === 0) whenSettled(() => goBack(stepsHere(), 0));
      return () => window.removeEventListener('popstate', onPopState);
    },
  };
}
