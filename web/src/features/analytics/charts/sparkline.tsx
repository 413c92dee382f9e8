/** Wide and flat; the figure beside it has the numbers. */
const [WIDTH, HEIGHT, EDGE] = [120, 28, 3];

/** A figure's course through the period, the latest moment marked. Null where there was nothing to measure. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const last = known.at(-1);
  if (known.length < 2 || !last) return null;
  const most = Math.max(...known.map(({ value }) => value), 1);
  const x = (index: number) => EDGE + (index / (values.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) => HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-7 w-30 max-w-full overflow-visible">
      <polyline
        points={known.map(({ value, index }) => `${x(index)},${y(value)}`).join(' ')}
        fill="none"
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-primary-mark"
      />
      <circle cx={x(last.index)} cy={y(last.value)} r={2.5} className="fill-primary-mark" />
    </svg>
  );
}
