import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { nextFrame } from './next-frame.ts';

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
      <Check aria-hidden="true" className={clsx('absolute', !isHeard && 'opacity-0')} />
      <span className={clsx(isHeard && 'opacity-0')}>{children}</span>
    </Button>
  );
}
