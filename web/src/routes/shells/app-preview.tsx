import clsx from 'clsx';
import { AvatarGroup, type Face } from '#ui/avatar.tsx';

/** The session in the middle of the preview. */
export type PreviewSession = { title: string; when: string; faces: readonly Face[]; total: number };

const sampleFaces: Face[] = ['Ana', 'Ben', 'Cleo', 'Mateo'].map((name) => ({ name }));
const sample: PreviewSession = { title: 'Leg day', when: 'Today, 6:30 pm', faces: sampleFaces, total: 7 };

const rows = [
  { title: 'Harbour run', note: '5:15 pm · 3 spots left', mark: 'bg-workout-cardio-accent', faces: [0, 1] },
  { title: 'Mobility basics', note: '7:00 pm · 6 spots left', mark: 'bg-workout-flexibility-accent', faces: [2, 3] },
  { title: 'Open court', note: '8:00 pm · 2 spots left', mark: 'bg-workout-sports-accent', faces: [3, 0] },
] as const;

/** The app as this gym's members see it, in the page's theme. A picture without controls. */
export function AppPreview({ brand, session = sample }: { brand: string; session?: PreviewSession | undefined }) {
  return (
    <div
      aria-hidden="true"
      className="flex h-[42rem] w-88 flex-col gap-5 overflow-hidden rounded-t-[2.75rem] border-10 border-text-primary border-b-0 bg-bg-main px-5 pt-7 text-text-primary shadow-float"
    >
      <p className="line-clamp-1 font-bold font-heading text-lg tracking-tight">{brand}</p>
      <div className="flex flex-col gap-4 rounded-card bg-primary p-5 text-on-primary">
        <span className="font-medium text-sm">{session.when}</span>
        <span className="line-clamp-2 font-bold font-heading text-xl leading-tight">{session.title}</span>
        <span className="flex items-center justify-between gap-3">
          <AvatarGroup faces={session.faces} total={session.total} max={4} />
          <span className="rounded-full bg-bg-main px-4 py-1.5 font-semibold text-sm text-text-primary">Join</span>
        </span>
      </div>
      <p className="font-semibold text-sm text-text-secondary">Today at your gym</p>
      <ul className="flex flex-col gap-3">
        {rows.map(({ title, note, mark, faces }) => (
          <li key={title} className="flex items-center gap-3 rounded-card border border-border p-3.5">
            <span className={clsx('h-10 w-1.5 shrink-0 rounded-full', mark)} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-semibold text-sm">{title}</span>
              <span className="truncate text-text-secondary text-xs">{note}</span>
            </span>
            <AvatarGroup faces={faces.map((index) => sampleFaces[index] as Face)} size="xs" />
          </li>
        ))}
      </ul>
    </div>
  );
}
