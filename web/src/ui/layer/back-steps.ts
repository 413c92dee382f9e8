import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';

export type BackSteps = {
  /** Gives a layer its own step for Back. Returns a function that ends it, for a layer that closes by itself. */
  add(onBack: () => void, isPopup?: boolean): () => void;
  /** Leaves all steps of the page, then runs the callback, which navigates. */
  leave(then: () => void): void;
};

/** Absent without a history, as in a test of one component. */
export const BackStepsContext = createContext<BackSteps | null>(null);

/** While active, Back calls `onBack` instead of leaving the page or closing the layer below, every time. */
export function useBackStep(isActive: boolean, onBack: () => void, isPopup?: boolean): void {
  const steps = useContext(BackStepsContext);
  const [taken, setTaken] = useState(0);
  const take = useEffectEvent((times: number) => {
    onBack();
    // A step works once. A layer that stays open, such as one that is working, takes the next Back as well.
    setTaken(times);
  });
  useEffect(
    () => (isActive ? steps?.add(() => take(taken + 1), isPopup) : undefined),
    [isActive, steps, taken, isPopup],
  );
}

/** The open state of a popup, such as a menu or a list of options. Back and going anywhere else close it. */
export function usePopup(given?: boolean, onChange?: (open: boolean) => void) {
  const [own, setOwn] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const open = given ?? own;
  const change = onChange ?? setOwn;
  // Passing over a sign with the mouse is no step.
  useBackStep(open && !isHovered, () => change(false), true);
  return {
    open,
    onOpenChange: (next: boolean, { reason }: { reason: string }) => {
      setHovered(reason === 'trigger-hover');
      change(next);
    },
  };
}

/** For leaving a page while layers are open or changes are guarded. */
export function useLeaveSteps(): BackSteps['leave'] {
  const steps = useContext(BackStepsContext);
  return steps ? steps.leave : (then) => then();
}
