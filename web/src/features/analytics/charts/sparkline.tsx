const [WIDTH, HEIGHT, EDGE] = [240, 32, 2];

/** A figure's course through the period, from zero up. Null where there was nothing to measure. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const [first, last] = [known[0], known.at(-1)];
  if (known.length < 2 || !first || !last) return null;
  const most = Math.max(...known.map(({ value }) => value), 1);
  const x = (index: number) => ((index / (values.length - 1)) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE)).toFixed(1);
  const line = known.map(({ value, index }) => `${x(index)},${y(value)}`).join(' ');
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="block h-8 w-full">
      <polygon
        points={`${x(first.index)},${HEIGHT} ${line} ${x(last.index)},${HEIGHT}`}
        fillOpacity={0.12}
        className="fill-primary-mark"
      />
      <polyline
        points={line}
        fill="none"
        strokeWidth={1.75}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-primary-mark"
      />
    </svg>
  );
}
