import { useRef, useState } from 'react';
import { debugInfo, debugText } from './debug-info.ts';

const SUPPORT = 'support@spotter.example';
const COPIED_MS = 2000;

const look =
  'inline-flex h-11 items-center justify-center rounded-[10px] px-5 text-sm font-semibold focus-visible:outline-2 focus-visible:outline-offset-2';
const quiet = `${look} text-text-primary ring-1 ring-inset ring-border hover:bg-bg-secondary`;

/** Plain HTML only, because any shared component may be what broke. */
export function CrashScreen({ error }: { error: unknown }) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = debugText(error);

  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  }

  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 bg-bg-main px-6 py-12 text-text-primary">
      <div className="flex flex-col gap-3">
        <h1 className="font-bold text-2xl">Something went wrong</h1>
        <p className="text-text-secondary">
          We're sorry, but something unexpected happened. Please try refreshing the page or contact support if the
          problem continues.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className={`${look} bg-primary text-on-primary hover:bg-primary-hover`}
          onClick={() => window.location.reload()}
        >
          Try Again
        </button>
        <a className={quiet} href="/">
          Home
        </a>
        <a
          className={quiet}
          href={`mailto:${SUPPORT}?subject=${encodeURIComponent('Spotter stopped working')}&body=${encodeURIComponent(text.slice(0, 1500))}`}
        >
          Support
        </a>
        <button type="button" className={quiet} onClick={() => void copy()}>
          <span aria-live="polite">{copied ? 'Copied!' : 'Copy Debug Info'}</span>
        </button>
      </div>
      <dl className="flex flex-col gap-3 rounded-[12px] bg-bg-secondary p-4 text-xs">
        {debugInfo(error).map(([label, value]) => (
          <div key={label} className="flex flex-col gap-0.5">
            <dt className="font-semibold text-text-secondary">{label}</dt>
            <dd className="whitespace-pre-wrap break-words font-mono text-text-primary">{value}</dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
