import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTheme } from '#platform/theme/theme-provider.tsx';
import { AppPreview, type PreviewSession } from './app-preview.tsx';

const links = [
  ['/privacy-policy', 'Privacy'],
  ['/terms-of-service', 'Terms'],
  ['/help', 'Help'],
] as const;

type GuestShellProps = {
  children: ReactNode;
  wide?: boolean;
  /** The organization whose name and logo the page shows. */
  brand?: string | undefined;
  /** The main session of the preview. */
  session?: PreviewSession | undefined;
  /** The audience of the text next to the form. */
  pitch?: keyof typeof pitches;
};

/** The layout before sign-in: the form and, from 1024 px, a promise next to it. */
export function GuestShell({ children, wide = false, brand, session, pitch = 'member' }: GuestShellProps) {
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="safe-x flex min-h-dvh flex-col">
        <header className="px-6 pt-6 sm:px-10">
          <a href="/" className="inline-flex max-w-full items-center gap-2.5 font-bold text-lg tracking-tight">
            {brand ? <OwnMark name={brand} /> : <Mark />}
            <span className="line-clamp-2 min-w-0 break-words">{brand ?? 'Spotter'}</span>
          </a>
        </header>
        <main className="flex flex-1 flex-col justify-center px-6 py-10 sm:px-10">
          <div className={clsx('mx-auto w-full', wide ? 'max-w-lg' : 'max-w-sm')}>{children}</div>
        </main>
        <footer className="flex flex-wrap gap-x-6 gap-y-2 px-6 pb-6 text-sm text-text-tertiary sm:px-10">
          {links.map(([to, label]) => (
            <Link key={to} to={to} className="touch-target py-1 hover:text-text-primary">
              {label}
            </Link>
          ))}
        </footer>
      </div>
      <Pitch {...pitches[pitch]} picture={<AppPreview brand={brand ?? 'Spotter'} session={session} />} />
    </div>
  );
}

const Mark = () => <img src="/favicon.svg" alt="" className="size-9" />;

function OwnMark({ name }: { name: string }) {
  const { url, height } = useTheme().theme.assets.logo;
  if (url) return <img src={url} alt="" style={{ height }} className="max-h-20 max-w-40 shrink-0 object-contain" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-control bg-primary font-heading text-on-primary"
    >
      {[...name][0]}
    </span>
  );
}

const pitches = {
  member: {
    title: 'No one should have to lift alone.',
    text: "See who's training at your gym today, join with one tap, and find the people who keep you coming back.",
    points: [],
  },
  owner: {
    title: 'Members who train together stay.',
    text: 'Your gym, in your own colors: sessions people join with one tap, and the people who keep them coming back.',
    points: [
      'Setup in 5 minutes: look around your own app right away',
      '5 days for implementation: your brand, hours, team and members',
      '24/7 support and a success manager for 90 days',
    ],
  },
};

type PitchProps = { title: string; text: string; points: string[]; picture: ReactNode };

function Pitch({ title, text, points, picture }: PitchProps) {
  return (
    <aside className="sticky top-0 hidden h-dvh overflow-hidden bg-primary text-on-primary lg:flex lg:flex-col lg:justify-between">
      <div className="flex max-w-xl flex-col gap-5 p-14 pb-10 xl:px-20">
        <p className="text-balance font-heading font-bold text-3xl leading-[1.1] tracking-tight">{title}</p>
        <p className="max-w-md text-lg">{text}</p>
        {points.length > 0 ? (
          <ul className="mt-2 flex flex-col gap-3">
            {points.map((point) => (
              <li key={point} className="flex items-start gap-3 text-balance font-medium">
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={2.6} />
                {point}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {/* As much of it as fits the window. */}
      <div className="flex min-h-0 flex-1 justify-center overflow-hidden px-14">{picture}</div>
    </aside>
  );
}
