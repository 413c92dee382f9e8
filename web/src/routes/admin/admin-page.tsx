import type { ReactNode } from 'react';
import { usePageTitle } from '#platform/page-title.ts';

type Props = { title: string; text: ReactNode; actions?: ReactNode; children: ReactNode };

/** A page of the admin area: its head with what can be done, then its content. */
export function AdminPage({ title, text, actions, children }: Props) {
  usePageTitle(title);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 max-w-full flex-col gap-1">
          <h1 className="text-2xl">{title}</h1>
          <p className="text-text-secondary">{text}</p>
        </div>
        {actions ? <div className="flex max-w-full flex-wrap gap-2">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}
