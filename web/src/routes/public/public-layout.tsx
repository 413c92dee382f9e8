import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { useLogin } from '#platform/login/use-login.ts';
import { buttonClass } from '#ui/button-class.ts';

const pages = [
  { to: '/help', label: 'Help' },
  { to: '/community-guidelines', label: 'Community guidelines' },
  { to: '/privacy-policy', label: 'Privacy' },
  { to: '/terms-of-service', label: 'Terms' },
];

const Brand = () => (
  <a href="/" className="inline-flex min-h-11 items-center gap-2.5 font-bold text-lg tracking-tight">
    <img src="/favicon.svg" alt="" width={32} height={32} />
    Spotter
  </a>
);

/** The layout of public pages, signed in or not. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { user } = useLogin();
  return (
    <div className="safe-x flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-text-primary px-4 py-3 text-text-inverse focus:not-sr-only focus:absolute focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <header className="safe-top border-border border-b">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-8 px-6 py-3">
          <Brand />
          <nav aria-label="Pages" className="ml-auto hidden flex-wrap gap-x-7 md:flex">
            {pages.map(({ to, label }) => (
              <NavLink
                key={to}
                to={to}
                className="flex min-h-11 items-center font-medium text-sm text-text-secondary transition hover:text-text-primary aria-[current=page]:text-primary-text"
              >
                {label}
              </NavLink>
            ))}
          </nav>
          <Link
            to={user ? '/app' : '/login'}
            className={buttonClass({ variant: 'secondary', className: 'max-md:ml-auto' })}
          >
            {user ? 'Open app' : 'Sign in'}
          </Link>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-6xl flex-1 px-6 pt-10 pb-24 md:pt-16">
        {children}
      </main>
      <footer className="border-border border-t bg-bg-secondary">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-8 gap-y-2 px-6 py-8 pb-[max(2rem,env(safe-area-inset-bottom))]">
          <Brand />
          <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
            {pages.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className="flex min-h-11 items-center text-sm text-text-secondary hover:text-text-primary hover:underline"
              >
                {label}
              </Link>
            ))}
          </nav>
          <p className="text-sm text-text-tertiary md:ml-auto">Run from Australia</p>
        </div>
      </footer>
    </div>
  );
}
