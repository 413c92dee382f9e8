import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

type Edit = { field: string; before: string | null; after: string | null };

const FIRST = 4;

/** Changed values, each before and after. A long list opens on demand. */
export function Edits({ edits }: { edits: readonly Edit[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (edits.length === 0) return null;
  const shown = showsAll || edits.length <= FIRST + 1 ? edits : edits.slice(0, FIRST);
  return (
    <>
      <dl className="flex flex-col gap-0.5 text-sm">
        {shown.map(({ field, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a field may come twice.
          <div key={index} className="flex flex-wrap items-baseline gap-x-2">
            <dt className="text-text-secondary">{field}</dt>
            <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
              <Value text={before} className="text-text-secondary line-through" none="None" />
              <ArrowRight
                aria-label="to"
                className="size-3.5 shrink-0 self-center text-text-tertiary rtl:-scale-x-100"
              />
              <Value text={after} className="font-medium" none="None" />
            </dd>
          </div>
        ))}
      </dl>
      {shown.length < edits.length ? (
        <Button variant="ghost" size="sm" className="-ml-3 self-start" onClick={() => setShowsAll(true)}>
          Show all {edits.length} changes
        </Button>
      ) : null}
    </>
  );
}

const Value = ({ text, className, none }: { text: string | null; className: string; none: string }) =>
  text === null ? (
    <span className="text-text-tertiary">{none}</span>
  ) : (
    <span dir="auto" className={`min-w-0 break-words ${className}`}>
      {text}
    </span>
  );
