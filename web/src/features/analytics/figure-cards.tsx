import clsx from 'clsx';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { InfoTip } from '#ui/layer/info-tip.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import type { Dashboard, Figures } from './analytics.queries.ts';
import { Sparkline } from './charts/sparkline.tsx';
import { courseOf } from './course.ts';
import { changeInWords, type FigureName, figureInWords, figureLabels, figureNames, previousInWords } from './words.ts';

type Props = {
  dashboard: Dashboard | undefined;
  /** Shows the people behind a figure. */
  onOpen: (name: FigureName, period: Dashboard['period']) => void;
};

/** The key figures, each with its change, its course, what it counts and a way to the people behind it. */
export function FigureCards({ dashboard, onOpen }: Props) {
  const figures = dashboard?.figures;
  return (
    <dl
      aria-busy={figures === undefined}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 md:grid-cols-3 2xl:grid-cols-6 print:grid-cols-6 print:gap-1.5"
    >
      {figureNames.map((name) => (
        <div key={name} className="flex flex-col gap-1 rounded-card border border-border p-4 md:p-5 print:p-2">
          <dt className="flex min-h-6 items-center justify-between gap-1 text-sm text-text-secondary print:text-xs">
            {figureLabels[name]}
            {figures ? (
              <InfoTip label={`What does ${figureLabels[name]} count?`} text={figures[name].explanation} />
            ) : null}
          </dt>
          <dd className="flex flex-col items-start gap-0.5">
            {figures ? (
              <>
                <button
                  type="button"
                  data-figures=""
                  disabled={!figures[name].value}
                  aria-label={`${figureInWords(name, figures[name].value)}. Who is behind ${figureLabels[name]}?`}
                  onClick={() => onOpen(name, dashboard.period)}
                  className="touch-target rounded-control text-left font-bold font-heading text-2xl tracking-tight decoration-2 underline-offset-4 enabled:cursor-pointer enabled:hover:underline print:text-lg"
                >
                  {figureInWords(name, figures[name].value)}
                </button>
                <Change name={name} figure={figures[name]} compared={previousInWords(dashboard.period)} />
              </>
            ) : (
              // As high as what follows, so that nothing moves.
              <>
                <Skeleton className="h-9.25 w-20" />
                <Skeleton className="h-10.5 w-full md:h-5.25" />
              </>
            )}
          </dd>
          <dd className="mt-auto min-h-9 pt-1 print:hidden">
            {dashboard ? <Sparkline values={courseOf(name, dashboard.trend)} /> : <Skeleton className="h-8 w-full" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const arrows = { '-1': ArrowDownRight, '0': ArrowRight, '1': ArrowUpRight };

function Change({ name, figure, compared }: { name: FigureName; figure: Figures[FigureName]; compared: string }) {
  const change = changeInWords(name, figure);
  if (!change) return <span className="text-sm text-text-tertiary print:text-xs">Nothing to compare yet</span>;
  const Arrow = arrows[`${change.direction}`];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 text-sm print:text-xs">
      <span
        className={clsx(
          'inline-flex items-center gap-0.5 font-medium',
          change.direction > 0 && 'text-status-success-text',
          change.direction < 0 && 'text-status-error-text',
          change.direction === 0 && 'text-text-tertiary',
        )}
      >
        <Arrow aria-hidden="true" className="size-4" />
        <span data-figures="">{change.text}</span>
      </span>{' '}
      {change.isFromFew ? (
        <span className="text-text-tertiary">
          from {figureInWords(name, figure.previous)} in the {compared}
        </span>
      ) : (
        <span className="text-text-tertiary">
          vs {compared}
          <span className="sr-only">: {figureInWords(name, figure.previous)}</span>
        </span>
      )}
    </span>
  );
}
