import { Skeleton } from '#ui/status/skeleton.tsx';

/** Typical sessions of a day: minutes after the first hour, and length. */
const usual = [
  [70, 60],
  [200, 45],
  [330, 75],
  [480, 60],
  [620, 90],
  [760, 60],
] as const;

/** The grid while its sessions load. */
export function ColumnsSkeleton({ days }: { days: number }) {
  return (
    <div
      aria-busy="true"
      role="status"
      aria-label="Loading sessions"
      className="absolute inset-0 grid animate-enter"
      style={{ gridTemplateColumns: `repeat(${days}, minmax(0, 1fr))`, animationDelay: '150ms' }}
    >
      {Array.from({ length: days }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other name
        <div key={column} className="relative border-calendar-grid-line border-l first:border-l-0">
          {usual
            .filter((_entry, index) => (index + column) % 3 !== 0)
            .map(([start, minutes]) => (
              <div
                key={start}
                className="absolute inset-x-1"
                style={{ top: start + ((column * 45) % 120), height: minutes }}
              >
                <Skeleton className="h-full rounded-mark" />
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}
