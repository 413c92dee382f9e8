import { useState } from 'react';
import { type PaperWidth, paperWidths, useIsOnPaper, useWidth } from './use-width.ts';

type HeatCell = { key: string; share: number | null; words: string; text?: string; onOpen?: (() => void) | undefined };
export type HeatRow = { label: string; cells: HeatCell[] };
type Props = {
  rows: readonly HeatRow[];
  columns: readonly string[];
  /** Space for the labels of rows. */
  labelWidth: number;
  cellHeight: number;
  paper: PaperWidth;
};

const CELL_HEIGHT_ON_PAPER = 20;

/** In narrower cells, as on a phone, the color alone tells. */
const TEXT_FITS = 34;

/** Narrower cells could not be told apart or tapped, so a wider map scrolls. */
const LEAST_CELL = 10;

/** The fullest is the primary color itself; where a cell has text, a tint on which any theme's text stays readable. */
function colorOf(share: number, hasText: boolean): string {
  if (share === 0) return 'var(--color-bg-secondary)';
  const fullest = hasText ? 'primary-tint' : 'primary';
  return `color-mix(in oklab, var(--color-${fullest}) ${Math.round((hasText ? 22 : 8) + share * (hasText ? 78 : 92))}%, var(--color-bg-main))`;
}

/** Rows of cells, the darker the more. The table beside it says the same to screen readers. */
export function HeatMap({ rows, columns, labelWidth, cellHeight: onScreen, paper }: Props) {
  const [box, room] = useWidth<HTMLDivElement>(640, paperWidths[paper]);
  const cellHeight = useIsOnPaper() ? CELL_HEIGHT_ON_PAPER : onScreen;
  const [shown, setShown] = useState<string | null>(null);
  const width = Math.max(room, labelWidth + columns.length * LEAST_CELL);
  const cell = (width - labelWidth) / Math.max(1, columns.length);
  const height = 20 + rows.length * cellHeight;
  const every = Math.max(1, Math.ceil((cell < TEXT_FITS ? 44 : 34) / cell));
  return (
    <div className="flex min-w-0 flex-col gap-2 print:h-full">
      <div ref={box} className="overflow-x-auto print:h-full">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="block select-none print:max-h-full"
          style={{ width: `${(width / room) * 100}%` }}
          aria-hidden="true"
          onPointerLeave={() => setShown(null)}
        >
          {columns.map((column, index) =>
            index % every === 0 && (every === 1 || (columns.length - index) * cell > 32) ? (
              <text
                key={column}
                x={labelWidth + (every > 1 ? index * cell : (index + 0.5) * cell)}
                y={12}
                fontSize={11}
                textAnchor={every > 1 ? 'start' : 'middle'}
                className="fill-text-tertiary"
              >
                {column}
              </text>
            ) : null,
          )}
          {rows.map(({ label, cells }, row) => (
            <g key={label}>
              <text x={0} y={20 + (row + 0.5) * cellHeight} dy="0.32em" fontSize={12} className="fill-text-tertiary">
                {label}
              </text>
              {cells.map(({ key, share, words, text, onOpen }, column) =>
                share === null ? null : (
                  // biome-ignore lint/a11y/noStaticElementInteractions: the table opens the same people by keyboard.
                  <g
                    key={key}
                    onPointerEnter={() => setShown(words)}
                    onPointerDown={() => setShown(words)}
                    onClick={onOpen}
                    className={onOpen && 'cursor-pointer'}
                  >
                    <rect
                      x={labelWidth + column * cell + 1}
                      y={20 + row * cellHeight + 1}
                      width={Math.max(1, cell - 2)}
                      height={cellHeight - 2}
                      rx={3}
                      style={{ fill: colorOf(share, text !== undefined) }}
                    />
                    {text && cell >= TEXT_FITS ? (
                      <text
                        x={labelWidth + (column + 0.5) * cell}
                        y={20 + (row + 0.5) * cellHeight}
                        dy="0.34em"
                        fontSize={11}
                        textAnchor="middle"
                        className="fill-text-primary"
                      >
                        {text}
                      </text>
                    ) : null}
                  </g>
                ),
              )}
            </g>
          ))}
        </svg>
      </div>
      <p aria-hidden="true" className="min-h-5 text-text-tertiary text-xs print:hidden">
        {shown ?? 'Tap or hover for details'}
      </p>
    </div>
  );
}
