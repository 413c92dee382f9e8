import { createContext, useContext, useEffect, useEffectEvent } from 'react';

export type BackSteps = {
  /** Gives a layer its own step on the way back. Answers a function that ends it, for a layer that closes by itself. */
  add(onBack: () => void): () => void;
  /** Leaves all steps of the page, then runs what goes to another one. */
  leave(then: () => void): void;
};

/** Absent where nothing keeps a history, as in a test of one component. */
export const BackStepsContext = createContext<BackSteps | null>(null);

/** While it is active, Back calls `onBack` instead of leaving the page or closing what lies below. */
export function useBackStep(isActive: boolean, onBack: () => void): void {
  const steps = useContext(BackStepsContext);
  const latest = useEffectEvent(onBack);
  useEffect(() => (isActive ? steps?.add(() => latest()) : undefined), [isActive, steps]);
}

/** For a page that is done while layers are open or changes are guarded. */
export function useLeaveSteps(): BackSteps['leave'] {
  const steps = useContext(BackStepsContext);
  return steps ? steps.leave : (then) => then();
}
