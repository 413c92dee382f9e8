import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';

export type BackSteps = {
  /**
   * Gives a layer its own step for Back. Returns a function that ends it, for a layer that closes by itself. `onForward`:
   * takes the step again, unless it answers false.
   */
  add(onBack: () => void, isPopup?: boolean, onForward?: () => boolean): () => void;
  /** Leaves all steps of the page, then runs the callback, which navigates. */
  leave(then: () => void): void;
};

/** Absent without a history, as in a test of one component. */
export const BackStepsContext = createContext<BackSteps | null>(null);

type BackStepOptions = {
  isPopup?: boolean | undefined;
  /** Makes the step active again, for a page of a form. Without it, Forward leads nowhere. */
  onForward?: () => void;
};

/** While active, Back calls `onBack` instead of leaving the page or closing the layer below, every time. */
export function useBackStep(isActive: boolean, onBack: () => void, { isPopup, onForward }: BackStepOptions = {}): void {
  const steps = useContext(BackStepsContext);
  const isMounted = useIsMounted();
  const [taken, setTaken] = useState(0);
  const take = useEffectEvent((times: number) => {
    onBack();
    // A step works once. A layer that stays open, such as one that is working, takes the next Back as well.
    setTaken(times);
  });
  const canReturn = onForward !== undefined;
  const takeAgain = useEffectEvent(() => {
    if (isMounted.current) onForward?.();
    return isMounted.current;
  });
  useEffect(
    () =>
      isActive ? steps?.add(() => take(taken + 1), isPopup, canReturn ? () => takeAgain() : undefined) : undefined,
    [isActive, steps, taken, isPopup, canReturn],
  );
}

function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/** The open state of a popup, such as a menu or a list of options. Back and going anywhere else close it. */
export function usePopup(given?: boolean, onChange?: (open: boolean) => void) {
  const [own, setOwn] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const open = given ?? own;
  const change = onChange ?? setOwn;
  // Passing over a sign with the mouse is no step.
  useBackStep(open && !isHovered, () => change(false), { isPopup: true });
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
