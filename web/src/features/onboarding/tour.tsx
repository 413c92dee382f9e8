import clsx from 'clsx';
import { X } from 'lucide-react';
import { type CSSProperties, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { type TourStep, tourSteps } from './tour-steps.ts';
import { useOnboarding } from './use-onboarding.ts';

const MARGIN = 6;
const GAP = 16;
const CARD_WIDTH = 352;
const CARD_HEIGHT = 240;
const MEASURE_EVERY_MS = 250;
/** The share of the screen that is pointed at, at most. */
const TALLEST = 0.6;

type Box = { top: number; left: number; width: number; height: number };

/** The current position of the step's target, which may move while the page loads. */
function useBox(step: TourStep): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    let shown: Element | null = null;
    const measure = () => {
      const target = step.target();
      // The page may draw it, or draw another one, after the step has begun.
      if (target !== shown) {
        const isTall = (target?.getBoundingClientRect().height ?? 0) > window.innerHeight * TALLEST;
        target?.scrollIntoView?.({ block: isTall ? 'start' : 'center' });
        shown = target;
      }
      const found = target?.getBoundingClientRect();
      const next = found
        ? {
            top: found.top - MARGIN,
            left: found.left - MARGIN,
            width: found.width + 2 * MARGIN,
            height: Math.min(found.height, window.innerHeight * TALLEST) + 2 * MARGIN,
          }
        : null;
      setBox((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    measure();
    const timer = setInterval(measure, MEASURE_EVERY_MS);
    return () => clearInterval(timer);
  }, [step]);
  return box;
}

/** Next to the target on a wide screen; below or above it on a phone, within thumb reach. */
function cardPlace(box: Box | null, wide: boolean): CSSProperties {
  const { innerWidth, innerHeight } = window;
  if (!box)
    return wide
      ? { top: (innerHeight - CARD_HEIGHT) / 2, left: (innerWidth - CARD_WIDTH) / 2, width: CARD_WIDTH }
      : { bottom: 96, left: GAP, right: GAP };
  if (!wide) {
    const sides = { left: GAP, right: GAP };
    if (box.top + box.height / 2 > innerHeight / 2) return { ...sides, bottom: innerHeight - box.top + GAP };
    const below = box.top + box.height + GAP;
    // Where it may be taller than the room below the target, it covers part of it and stays in view.
    const isTall = 'largeText' in document.documentElement.dataset;
    return isTall || below + CARD_HEIGHT + GAP > innerHeight ? { ...sides, bottom: GAP } : { ...sides, top: below };
  }
  const top = Math.max(GAP, Math.min(box.top, innerHeight - CARD_HEIGHT - GAP));
  const right = box.left + box.width + GAP;
  if (right + CARD_WIDTH < innerWidth) return { top, left: right, width: CARD_WIDTH };
  return {
    top: Math.min(box.top + box.height + GAP, innerHeight - CARD_HEIGHT - GAP),
    left: Math.min(Math.max(GAP, box.left), innerWidth - CARD_WIDTH - GAP),
    width: CARD_WIDTH,
  };
}

/** The guided tour while it runs. Escape and the close button pause it; progress is kept. */
export function Tour({ brand }: { brand: string }) {
  const { state, store, skip } = useOnboarding();
  const [steps] = useState(() => tourSteps(brand));
  const index = Math.min(state.tourStep, steps.length - 1);
  const step = steps[index];
  if (state.tourStatus !== 'in_progress' || state.pausedAt !== null || !step) return null;
  const isLast = index === steps.length - 1;
  return (
    <TourCard
      key="tour"
      step={step}
      position={`${index + 1} of ${steps.length}`}
      onPause={() => store.send({ type: 'pause', at: new Date().toISOString() })}
      onSkip={skip}
      onPrevious={index > 0 ? () => store.send({ type: 'previous' }) : undefined}
      onNext={() => store.send(isLast ? { type: 'complete' } : { type: 'next' })}
      nextLabel={isLast ? 'Done' : 'Next'}
    />
  );
}

type CardProps = {
  step: TourStep;
  position: string;
  onPause: () => void;
  onSkip: () => void;
  onPrevious?: () => void;
  onNext: () => void;
  nextLabel: string;
};

function TourCard({ step, position, onPause, onSkip, onPrevious, onNext, nextLabel }: CardProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const id = useId();
  const wide = useMediaQuery('(min-width: 48rem)');
  const box = useBox(step);
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    return () => element?.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read from its button on
  useEffect(() => next.current?.focus(), [step]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onPause();
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-transparent text-text-primary backdrop:bg-transparent"
    >
      <span
        aria-hidden="true"
        className={clsx(
          'pointer-events-none fixed rounded-sheet shadow-[0_0_0_200vmax_var(--color-scrim)] transition-all duration-250',
          box && 'outline-2 outline-primary',
        )}
        style={box ?? { top: '50%', left: '50%', width: 0, height: 0 }}
      />
      <div
        className="fixed flex flex-col gap-3 rounded-sheet bg-bg-raised p-5 shadow-float transition-all duration-250"
        style={cardPlace(box, wide)}
      >
        <div className="flex items-start justify-between gap-3">
          <p data-figures="" className="pt-1 font-medium text-sm text-text-tertiary">
            {position}
          </p>
          <IconButton size="sm" label="Pause the tour" icon={<X />} onClick={onPause} className="-mt-1.5 -mr-1.5" />
        </div>
        <div aria-live="polite" className="flex flex-col gap-2">
          <h2 id={`${id}-title`} className="text-lg">
            {step.title}
          </h2>
          <p id={`${id}-text`} className="text-text-secondary">
            {step.text}
          </p>
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button variant="ghost" size="sm" onClick={onSkip} className="-ml-3 text-text-secondary">
            Skip tour
          </Button>
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            {onPrevious ? (
              <Button variant="secondary" size="sm" onClick={onPrevious}>
                Previous
              </Button>
            ) : null}
            <Button ref={next} size="sm" onClick={onNext}>
              {nextLabel}
            </Button>
          </span>
        </div>
      </div>
    </dialog>
  );
}
