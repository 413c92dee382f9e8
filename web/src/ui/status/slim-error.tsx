import { CloudOff } from 'lucide-react';
import { Button } from '../button.tsx';

type LineProps = { children: string; retrying: boolean; onRetry: () => void };

/** The same among other lines, in a window or a list. */
export const ErrorLine = ({ children, retrying, onRetry }: LineProps) => (
  <p role="alert" className="flex items-center justify-between gap-3 text-text-secondary">
    {children}
    <Button variant="secondary" size="sm" loading={retrying} onClick={onRetry}>
      Try again
    </Button>
  </p>
);

/** One line for a part of a screen that failed to load, with a retry. */
export const SlimError = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-bg-secondary p-4 text-text-secondary">
    <CloudOff aria-hidden="true" className="size-5 shrink-0" />
    <span className="flex-1 basis-[10rem]">{text}</span>
    <Button variant="secondary" size="sm" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
