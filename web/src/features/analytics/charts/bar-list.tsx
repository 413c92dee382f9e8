import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { type PaperWidth, paperWidths, useIsOnPaper, useWidth } from './use-width.ts';

export type BarRow = {
  key: string;
  label: string;
  value: number;
  words: string;
  color?: string;
  onOpen?: (() => void) | undefined;
};

/** A label, and a bar under it. */
const ROW = 48;
const ROW_ON_PAPER = 36;
/** A sliver that can still be seen. */
const LEAST = 3;
/** Where a label and the words beside it don't fit, the words have a line of their own. */
const WORDS_LINE = 18;
const LEAST_LABEL = 12;
/** Of a letter, so that a long name ends before the words beside it. */
const LETTER = 7;

const shortened = (label: string, width: number) => {
  const most = Math.max(8, Math.floor(width / LETTER));
  return label.length > most ? `${label.slice(0, most - 1).trimEnd()}…` : label;
};

type Props = {
  rows: readonly BarRow[];
  paper: PaperWidth;
  /** Of a share: what a whole bar stands for. Other values are drawn beside the largest, without a track to fill. */
  whole?: number;
};

/** One bar each, with its label over it. */
export function BarList({ rows, paper, whole }: Props) {
  const [box, width] = useWidth<HTMLDivElement>(400, paperWidths[paper]);
  const roomFor = (words: string) => width - words.length * LETTER - 16;
  const isStacked = rows.some(({ label, words }) => roomFor(words) < Math.min(label.length, LEAST_LABEL) * LETTER);
  const bar = 20 + (isStacked ? WORDS_LINE : 0);
  const row = (useIsOnPaper() ? ROW_ON_PAPER : ROW) + (isStacked ? WORDS_LINE : 0);
  const most = whole ?? Math.max(1, ...rows.map(({ value }) => value));
  const x = scaleLinear<number>({ domain: [0, most], range: [0, width] });
  return (
    <div ref={box} className="min-w-0 print:h-full">
      <svg viewBox={`0 0 ${width} ${rows.length * row}`} className="block w-full print:max-h-full" aria-hidden="true">
        {rows.map(({ key, label, value, words, color, onOpen }, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table opens the same people by keyboard.
          <g key={key} onClick={onOpen} className={onOpen && 'cursor-pointer'}>
            {onOpen ? <rect x={0} y={index * row} width={width} height={row} fill="transparent" /> : null}
            <text x={0} y={index * row + 14} fontSize={13} className="fill-text-primary">
              {shortened(label, isStacked ? width : roomFor(words))}
            </text>
            <text
              x={isStacked ? 0 : width}
              y={index * row + 14 + (isStacked ? WORDS_LINE : 0)}
              fontSize={13}
              textAnchor={isStacked ? 'start' : 'end'}
              className="fill-text-secondary"
            >
              {words}
            </text>
            {whole ? (
              <Bar x={0} y={index * row + bar} width={width} height={12} rx={6} className="fill-bg-secondary" />
            ) : null}
            <Bar
              x={0}
              y={index * row + bar}
              width={value > 0 ? Math.max(LEAST, x(value)) : 0}
              height={12}
              rx={Math.min(6, Math.max(LEAST, x(value)) / 2)}
              style={{ fill: color ?? 'var(--color-primary)' }}
            />
          </g>
        ))}
      </svg>
    </div>
  );
}
