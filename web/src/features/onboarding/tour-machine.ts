import { type OnboardingState, skipped } from './onboarding-state.ts';

/**
 * The tour and tips as a state machine: section 4 of the specification. Pure; the store saves it, the screen renders
 * it.
 */
export type TourEvent =
  | { type: 'start' }
  | { type: 'next' }
  | { type: 'previous' }
  | { type: 'skip' }
  | { type: 'complete' }
  | { type: 'pause'; at: string }
  | { type: 'resume' }
  | { type: 'action' }
  | { type: 'tip-shown'; tip: string; at: string }
  | { type: 'profile'; completed: boolean; requiredCompleted: boolean };

const TIP_GAP_MS = 30_000;
const TIP_ACTIONS = 2;

const MOST_STEPS = 100;
const MOST_ACTIONS = 1_000_000;

export function advance(state: OnboardingState, event: TourEvent): OnboardingState {
  switch (event.type) {
    case 'start':
      return { ...state, tourStatus: 'in_progress', tourStep: 0, pausedAt: null };
    case 'next':
      return running(state, { tourStep: Math.min(MOST_STEPS, state.tourStep + 1) });
    case 'previous':
      return running(state, { tourStep: Math.max(0, state.tourStep - 1) });
    case 'skip':
      return skipped(state);
    case 'complete':
      return { ...state, tourStatus: 'completed', pausedAt: null };
    case 'pause':
      return running(state, { pausedAt: event.at });
    case 'resume':
      return running(state, { pausedAt: null });
    case 'action':
      return { ...state, actionsSinceLastTip: Math.min(MOST_ACTIONS, state.actionsSinceLastTip + 1) };
    case 'tip-shown':
      return {
        ...state,
        tipsShown: { ...state.tipsShown, [event.tip]: true },
        lastTipShownAt: event.at,
        actionsSinceLastTip: 0,
      };
    case 'profile':
      return { ...state, profileCompleted: event.completed, requiredProfileCompleted: event.requiredCompleted };
  }
}

/** Step, pause and resume only work while the tour runs. */
const running = (state: OnboardingState, change: Partial<OnboardingState>): OnboardingState =>
  state.tourStatus === 'in_progress' ? { ...state, ...change } : state;

/** Before the first tip, time counts from `since`, when the app was opened. */
export function mayShowTip(state: OnboardingState, now: number, since: number): boolean {
  if (state.tourStatus === 'in_progress' || state.tourStatus === 'not_started') return false;
  const last = state.lastTipShownAt ? Date.parse(state.lastTipShownAt) : since;
  return now - last >= TIP_GAP_MS && state.actionsSinceLastTip >= TIP_ACTIONS;
}

export const nextTip = <T extends { key: string }>(state: OnboardingState, tips: readonly T[]): T | null =>
  tips.find(({ key }) => !state.tipsShown[key]) ?? null;

const progress: Record<OnboardingState['tourStatus'], number> = {
  not_started: 0,
  in_progress: 1,
  skipped: 2,
  completed: 3,
};

/** Merges two devices of one member: the further one wins, and no tip is repeated. */
export function merge(here: OnboardingState, there: OnboardingState): OnboardingState {
  const ahead = progress[there.tourStatus] > progress[here.tourStatus] ? there : here;
  const sameTour = here.tourStatus === there.tourStatus && here.tourStatus === 'in_progress';
  const lastTip = [here, there].sort((a, b) => timeOf(b) - timeOf(a))[0] ?? here;
  return {
    ...ahead,
    tourStep: sameTour ? Math.max(here.tourStep, there.tourStep) : ahead.tourStep,
    pausedAt: sameTour ? here.pausedAt : ahead.pausedAt,
    profileCompleted: here.profileCompleted || there.profileCompleted,
    requiredProfileCompleted: here.requiredProfileCompleted || there.requiredProfileCompleted,
    tipsShown: { ...there.tipsShown, ...here.tipsShown },
    lastTipShownAt: lastTip.lastTipShownAt,
    actionsSinceLastTip: lastTip.actionsSinceLastTip,
    device: here.device,
  };
}

const timeOf = ({ lastTipShownAt }: OnboardingState) => (lastTipShownAt ? Date.parse(lastTipShownAt) : 0);

/** Clicks are counted on the device; they alone don't trigger a sync. */
export function worthSyncing(before: OnboardingState, after: OnboardingState): boolean {
  const told = (state: OnboardingState) => JSON.stringify({ ...state, actionsSinceLastTip: 0 });
  return told(before) !== told(after);
}
