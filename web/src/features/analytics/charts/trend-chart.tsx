import { scaleLinear } from '@visx/scale';
import { AreaClosed, Bar, LinePath } from '@visx/shape';
import clsx from 'clsx';
import { type MouseEvent, useState } from 'react';
import { numberInWords } from '../words.ts';
import { type PaperWidth, paperWidths, useIsOnPaper, useWidth } from './use-width.ts';

export type ChartPoint = { key: string; label: string; value: number; onOpen?: (() => void) | undefined };
type Props = {
  points: readonly ChartPoint[];
  /** Drawn dashed behind a line, day beside day. */
  previous?: { name: string; points: readonly ChartPoint[] };
  look: 'line' | 'bars';
  height?: number;
  paper: PaperWidth;
};

const HEIGHT_ON_PAPER = 110;

const margin = { top: 12, right: 8, bottom: 26, left: 40 };

/** One series over time. The table beside it says the same to screen readers, and opens the same people by keyboard. */
export function TrendChart({ points, previous, look, height: onScreen = 240, paper }: Props) {
  const [box, width] = useWidth<HTMLDivElement>(640, paperWidths[paper]);
  const height = useIsOnPaper() ? HEIGHT_ON_PAPER : onScreen;
  const [shown, setShown] = useState<number | null>(null);
  const [left, right, top, bottom] = [margin.left, width - margin.right, margin.top, height - margin.bottom];
  const y = scaleLinear<number>({
    domain: [0, Math.max(4, ...[...points, ...(previous?.points ?? [])].map(({ value }) => value))],
    range: [bottom, top],
    nice: 4,
  });
  const step = (right - left) / Math.max(1, look === 'bars' ? points.length : points.length - 1);
  const xOf = (index: number) => left + step * (look === 'bars' ? index + 0.5 : index);
  const yOf = ({ value }: ChartPoint) => y(value);
  const labels = chosenLabels(points.length, right - left, look);
  const point = shown === null ? undefined : points[shown];
  const before = shown === null ? undefined : previous?.points[shown];

  function indexAt(event: MouseEvent<SVGSVGElement>): number {
    const frame = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - frame.left) / frame.width) * width - left;
    const index = look === 'bars' ? Math.floor(at / step) : Math.round(at / step);
    return Math.min(points.length - 1, Math.max(0, index || 0));
  }
  const follow = (event: MouseEvent<SVGSVGElement>) => setShown(indexAt(event));

  return (
    <div ref={box} className="relative min-w-0 print:h-full">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={clsx('block w-full touch-pan-y select-none print:max-h-full', point?.onOpen && 'cursor-pointer')}
        aria-hidden="true"
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setShown(null)}
        onClick={(event) => points[indexAt(event)]?.onOpen?.()}
      >
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} strokeWidth={1} className="stroke-border" />
            <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end" fontSize={12} className="fill-text-tertiary">
              {numberInWords(tick)}
            </text>
          </g>
        ))}
        {points.map(({ key, label }, index) =>
          labels.has(index) ? (
            <text
              key={key}
              x={xOf(index)}
              y={height - 6}
              fontSize={12}
              textAnchor={
                index === 0 && look === 'line'
                  ? 'start'
                  : index === points.length - 1 && look === 'line'
                    ? 'end'
                    : 'middle'
              }
              className="fill-text-tertiary"
            >
              {label}
            </text>
          ) : null,
        )}
        {look === 'bars' ? (
          points.map((one, index) => (
            <Bar
              key={one.key}
              x={xOf(index) - Math.min(step * 0.36, 18)}
              width={Math.min(step * 0.72, 36)}
              y={yOf(one)}
              height={Math.max(0, bottom - yOf(one))}
              rx={Math.min(4, step / 6)}
              className={clsx('fill-primary-mark', index === shown && 'opacity-75')}
            />
          ))
        ) : (
          <Lines {...{ points, previous, xOf, y }} />
        )}
        {point && shown !== null && look === 'line' ? (
          <g>
            <line
              x1={xOf(shown)}
              x2={xOf(shown)}
              y1={top}
              y2={bottom}
              strokeWidth={1}
              className="stroke-border-control"
            />
            <circle
              cx={xOf(shown)}
              cy={yOf(point)}
              r={4.5}
              strokeWidth={2}
              className="fill-primary-mark stroke-bg-main"
            />
          </g>
        ) : null}
      </svg>
      {point && shown !== null ? (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute top-1 -translate-x-1/2 whitespace-nowrap rounded-control bg-text-primary px-2.5 py-1 text-text-inverse text-xs"
          style={{
            left: `clamp(${previous ? 7 : 4}rem, ${(xOf(shown) / width) * 100}%, calc(100% - ${previous ? 7 : 4}rem))`,
          }}
        >
          {point.label}: <strong>{numberInWords(point.value)}</strong>
          {before ? ` · ${before.label}: ${numberInWords(before.value)}` : null}
        </p>
      ) : null}
      {previous ? <Legend previous={previous.name} /> : null}
    </div>
  );
}

type LinesProps = Pick<Props, 'points' | 'previous'> & {
  xOf: (index: number) => number;
  y: ReturnType<typeof scaleLinear<number>>;
};

function Lines({ points, previous, xOf, y }: LinesProps) {
  const line = {
    x: (_: ChartPoint, index: number) => xOf(index),
    y: ({ value }: ChartPoint) => y(value),
    strokeLinejoin: 'round' as const,
  };
  return (
    <>
      <AreaClosed
        data={[...points]}
        x={line.x}
        y={line.y}
        yScale={y}
        fillOpacity={0.12}
        className="fill-primary-mark"
      />
      {previous ? (
        <LinePath
          data={previous.points.slice(0, points.length)}
          strokeWidth={1.5}
          strokeDasharray="5 4"
          fill="none"
          className="stroke-text-tertiary"
          {...line}
        />
      ) : null}
      <LinePath data={[...points]} strokeWidth={2.25} fill="none" className="stroke-primary-mark" {...line} />
    </>
  );
}

const Legend = ({ previous }: { previous: string }) => (
  <p aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 pt-2 text-text-secondary text-xs">
    <span className="inline-flex items-center gap-2">
      <span className="w-5 border-primary-mark border-t-2" />
      This period
    </span>
    <span className="inline-flex items-center gap-2">
      <span className="w-5 border-text-tertiary border-t-2 border-dashed" />
      {previous[0]?.toUpperCase() + previous.slice(1)}
    </span>
  </p>
);

const LABEL_ROOM = 84;

/** As many labels as fit, evenly; in a narrow line chart those at its ends, which would touch otherwise. */
function chosenLabels(count: number, width: number, look: Props['look']): Set<number> {
  if (look === 'line' && width < 2 * LABEL_ROOM) return new Set([0, count - 1]);
  const most = Math.max(2, Math.floor(width / LABEL_ROOM));
  const every = Math.max(1, Math.ceil(count / most));
  return new Set(Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every));
}
