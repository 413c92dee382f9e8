import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from './message-state.tsx';

export const DaySeparator = ({ children }: { children: ReactNode }) => (
  <p className="py-3 text-center font-medium text-text-secondary text-xs">{children}</p>
);

/** Stands before the first message the reader has not seen. */
export const UnreadDivider = () => (
  <p className="flex items-center gap-3 py-3 font-semibold text-primary-text text-xs before:h-px before:flex-1 before:bg-primary/30 after:h-px after:flex-1 after:bg-primary/30">
    New messages
  </p>
);

type NoteProps = { icon?: LucideIcon | undefined; time: string; children: ReactNode };

/** An event between the bubbles. */
export const ChatNote = ({ icon: Icon, time, children }: NoteProps) => (
  <p className="flex items-center justify-center gap-1.5 px-6 py-1.5 text-center text-sm text-text-secondary">
    {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0 text-text-tertiary" /> : null}
    {/* Our own sentence, which may begin with a name from the right to the left. */}
    <span dir="ltr" className="min-w-0 break-words">
      {children}
      <span className="text-xs">
        {' · '}
        <Time at={time} />
      </span>
    </span>
  </p>
);
