import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type Props = Omit<ButtonProps, 'onClick' | 'loading'> & { onTap: () => Promise<unknown> };

/**
 * For a tap that changes much of the screen, which a slow phone needs a few frames to draw: the button answers in the next
 * frame, and the change follows it.
 */
export function PromptButton({ onTap, children, ...rest }: Props) {
  const [isHeard, setHeard] = useState(false);
  async function tap() {
    setHeard(true);
    await nextFrame();
    await onTap().finally(() => setHeard(false));
  }
  return (
    <Button {...rest} onClick={() => isHeard || void tap()}>
      {isHeard ? <Check aria-hidden="true" className="absolute" /> : null}
      <span className={clsx(isHeard && 'opacity-0')}>{children}</span>
    </Button>
  );
}

const FRAME_MS = 16;

/** Resolves once the next frame is on the screen, or as soon as the page is left, when no frame may follow. */
async function nextFrame(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const leaving = ['pagehide', 'visibilitychange'];
  for (const event of leaving) addEventListener(event, resolve);
  // Called at the beginning of a frame, which is on the screen by the beginning of the next.
  requestAnimationFrame(() => setTimeout(resolve, FRAME_MS));
  await promise;
  for (const event of leaving) removeEventListener(event, resolve);
}
