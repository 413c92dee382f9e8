import { type ReactNode, useId } from 'react';
import { countWords } from './operations.words.ts';

type Props = { title: string; note?: string; count?: number; action?: ReactNode; children: ReactNode };

export function Section({ title, note, count, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="flex flex-col">
          <h2 id={id} className="text-xl">
            {title}
            {count ? <span className="ml-2 font-normal text-text-tertiary">{countWords(count)}</span> : null}
          </h2>
          {note ? <p className="text-sm text-text-secondary">{note}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

export const Nothing = ({ children }: { children: string }) => (
  <p className="rounded-card bg-bg-secondary px-4 py-5 text-text-secondary">{children}</p>
);
