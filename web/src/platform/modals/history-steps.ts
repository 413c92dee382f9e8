import type { NavigateFunction } from 'react-router';
import type { BackSteps } from '#ui/layer/back-steps.ts';
import type { NamedModal } from './modal-stack.ts';

/** The app's state in a history entry. */
export type EntryState = {
  modals?: NamedModal[];
  /** True if this app pushed the entry, so going back leaves it; an entry opened from outside is only emptied. */
  pushed?: boolean;
  /** Number of modal entries between this one and the first. */
  above?: number;
  /** Unnamed layers (such as questions) open in this entry, and how many of them lie under the modal. */
  steps?: number;
  under?: number;
};

type Step = {
  depth: number;
  /** The router's name of its entry. */
  key?: string | undefined;
  onBack: () => void;
  isPopup: boolean | undefined;
  onForward: (() => boolean) | undefined;
};

/** The browser's current entry, even while React still renders the one before. */
export const entryState = () => ((window.history.state as { usr?: EntryState } | null)?.usr ?? {}) as EntryState;

/** The entry's place in the app's history, as the router numbers it. */
const place = () => (window.history.state as { idx?: number } | null)?.idx ?? 0;

const entryKey = () => (window.history.state as { key?: string } | null)?.key;

const stepsHere = () => entryState().steps ?? 0;
/** Layers over the top modal. */
export const stepsAbove = () => stepsHere() - (entryState().under ?? 0);

/** Writes history entries one at a time, because going back takes effect later than requested. */
export function createHistorySteps(navigate: NavigateFunction) {
  let open: Step[] = [];
  /** The step back that was requested last, until its entry is reached. */
  let back: { to: number } | null = null;
  const queue: (() => void)[] = [];
  /** Steps whose entries lie ahead, where Forward can lead. */
  let ahead: Step[] = [];
  /** The entry that Forward has reached, and which of its steps are still to be taken again. */
  let entered: { key: string | undefined; next: number } | null = null;

  /** Runs at once, or after pending steps back. */
  function afterBacks(run: () => void): void {
    if (back) queue.push(run);
    else run();
  }
  function write(state: EntryState, entry: 'push' | 'replace'): void {
    const { pathname, search, hash } = window.location;
    if (entry === 'push') ahead = [];
    void navigate({ pathname, search, hash }, { state, replace: entry === 'replace', preventScrollReset: true });
  }
  /** The caller closes the layers above the target entry. */
  function goBack(entries: number, toDepth: number): void {
    open = open.filter(({ depth }) => depth <= toDepth);
    if (entries === 0) return;
    back = { to: place() - entries };
    void navigate(-entries);
  }
  function onPopState(): void {
    const depth = stepsHere();
    const closed = open.filter((step) => step.depth > depth);
    open = open.filter((step) => step.depth <= depth);
    ahead.push(...closed.filter(({ onForward }) => onForward));
    for (const step of closed.reverse()) step.onBack();
    // An entry is left over if its layer closed while another one lay above it.
    const used = Math.max(entryState().under ?? 0, open.at(-1)?.depth ?? 0);
    if (depth > used && (back || !enterAgain(depth, used + 1))) goBack(depth - used, used);
    // A person's Back may arrive in between, or do the same; either way the entry counts, not how often this is heard.
    if (back && place() <= back.to) settle(back);
  }
  function enterAgain(depth: number, next: number): boolean {
    const key = entryKey();
    const step = ahead.find((one) => one.depth === depth && one.key === key);
    entered = { key, next };
    return step?.onForward?.() ?? false;
  }
  function settle(reached: { to: number }): void {
    // The router hears of it first, so queued steps find the page that was returned to.
    setTimeout(() => {
      if (back !== reached) return;
      back = null;
      while (!back && queue.length > 0) queue.shift()?.();
    });
  }

  /** Also closes popups first: what is chosen in a menu leads on from the layer below it. */
  function whenSettled(run: () => void): void {
    afterBacks(() => {
      const popups = open.slice(open.findLastIndex(({ isPopup }) => !isPopup) + 1);
      goBack(popups.length, stepsHere() - popups.length);
      for (const popup of popups) popup.onBack();
      afterBacks(run);
    });
  }

  const backSteps: BackSteps = {
    add(onBack, isPopup, onForward) {
      const step: Step = { depth: 0, onBack, isPopup, onForward };
      let isEnded = false;
      afterBacks(() => {
        if (isEnded) return;
        // After Forward its entry is there already.
        const isThere = onForward && entered?.key === entryKey() && entered && entered.next <= stepsHere();
        step.depth = isThere && entered ? entered.next++ : stepsHere() + 1;
        open.push(step);
        if (!isThere) write({ ...entryState(), steps: step.depth }, 'push');
        if (step.depth === stepsHere()) step.key = entryKey();
      });
      return () => {
        isEnded = true;
        if (!open.includes(step)) return;
        open = open.filter((other) => other !== step);
        afterBacks(() => {
          if (stepsHere() !== step.depth) return;
          if (onForward) ahead.push(step);
          goBack(1, step.depth - 1);
        });
      };
    },
    leave: (then) =>
      afterBacks(() => {
        goBack(stepsHere(), 0);
        afterBacks(then);
      }),
  };
  return {
    backSteps,
    whenSettled,
    write,
    goBack,
    /** Returns a function that stops it. A reload forgets which layers were open, so their entries are left. */
    start(): () => void {
      window.addEventListener('popstate', onPopState);
      if (open.length === 0) afterBacks(() => goBack(stepsHere(), 0));
      return () => window.removeEventListener('popstate', onPopState);
    },
  };
}
