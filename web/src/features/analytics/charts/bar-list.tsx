import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useWidth } from './use-width.ts';

export type BarRow = { key: string; label: string; value: number; words: string; color?: string };

const ROW = 48;

/** One bar each, with its label over it. */
export function BarList({ rows }: { rows: readonly BarRow[] }) {
  const [box, width] = useWidth<HTMLDivElement>(400);
  const x = scaleLinear<number>({ domain: [0, Math.max(1, ...rows.map(({ value }) => value))], range: [0, width] });
  return (
    <div ref={box} className="min-w-0">
      <svg
        viewBox={`0 0 ${width} ${rows.length * ROW}`}
        className="block w-full print:max-h-[165px]"
        aria-hidden="true"
      >
        {rows.map(({ key, label, value, words, color }, index) => (
          <g key={key}>
            <text x={0} y={index * ROW + 14} fontSize={13} className="fill-text-primary">
              {label}
            </text>
            <text x={width} y={index * ROW + 14} fontSize={13} textAnchor="end" className="fill-text-secondary">
              {words}
            </text>
            <Bar x={0} y={index * ROW + 22} width={width} height={12} rx={6} className="fill-bg-secondary" />
            <Bar
              x={0}
              y={index * ROW + 22}
              width={value > 0 ? Math.max(12, x(value)) : 0}
              height={12}
              rx={6}
              style={{ fill: color ?? 'var(--color-primary)' }}
            />
          </g>
        ))}
      </svg>
    </div>
  );
}
