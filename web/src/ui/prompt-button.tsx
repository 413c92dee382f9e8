import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type Props = Omit<ButtonProps, 'onClick' | 'loading'> & { onTap: () => Promise<unknown> };

/**
 * For a tap that changes much of the screen, which a slow phone needs a few frames to draw: the button answers in the next
 * frame, and the change follows it.
 */
export function PromptButton({ onTap, children, ...rest }: Props) {
  const [isHeard, setHeard] = useState(false);
  const isRunning = useRef(false);
  async function tap() {
    if (isRunning.current) return;
    isRunning.current = true;
    setHeard(true);
    await painted();
    await onTap().finally(() => {
      isRunning.current = false;
      setHeard(false);
    });
  }
  return (
    <Button {...rest} onClick={() => void tap()}>
      {isHeard ? <Check aria-hidden="true" className="absolute" /> : null}
      <span className={clsx(isHeard && 'opacity-0')}>{children}</span>
    </Button>
  );
}

const FRAME_MS = 16;

/** Resolves after the next frame, or at once when the page is left. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    addEventListener('pagehide', () => resolve(), { once: true });
    // Told at the beginning of a frame, which is on the screen by the beginning of the next.
    requestAnimationFrame(() => setTimeout(resolve, FRAME_MS));
  });
}
