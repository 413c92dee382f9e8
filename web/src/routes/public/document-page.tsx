import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '#platform/page-title.ts';
import { dateFormat } from '#ui/date-format.ts';
import { PublicLayout } from './public-layout.tsx';
import { useScrollToHash } from './use-scroll-to-hash.ts';

export type DocumentSection = { id: string; title: string; body: ReactNode };

/** `changed` is a day as YYYY-MM-DD. */
type DocumentPageProps = { title: string; lead: string; changed: string; sections: readonly DocumentSection[] };

const longDate = dateFormat({ timeZone: 'UTC', dateStyle: 'long' });

/** A long text with its table of contents. */
export function DocumentPage({ title, lead, changed, sections }: DocumentPageProps) {
  usePageTitle(title);
  useScrollToHash();
  return (
    <PublicLayout>
      <article>
        <header className="max-w-3xl">
          <h1 className="text-2xl md:text-3xl">{title}</h1>
          <p className="mt-4 text-pretty text-lg text-text-secondary leading-[1.5]">{lead}</p>
          <p className="mt-4 text-sm text-text-tertiary">Last updated {longDate.format(new Date(changed))}</p>
        </header>
        <div className="mt-10 grid grid-cols-1 gap-12 md:mt-14 lg:grid-cols-[calc(var(--spacing)*60)_minmax(0,1fr)] lg:gap-20">
          <details className="group rounded-card bg-bg-secondary px-5 lg:hidden">
            <summary className="flex min-h-12 list-none items-center justify-between font-medium [&::-webkit-details-marker]:hidden">
              On this page
              <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
            </summary>
            <Contents sections={sections} />
          </details>
          <div className="max-lg:hidden lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto">
            <Contents sections={sections} />
          </div>
          <div className="flex max-w-2xl flex-col gap-12">
            {sections.map(({ id, title: heading, body }) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-8">
                <h2 id={`${id}-title`} className="text-xl">
                  {heading}
                </h2>
                <div className="mt-4 flex flex-col gap-4 text-base text-text-secondary leading-[1.65] [&_a]:font-medium [&_a]:text-primary-text [&_a]:underline [&_a]:underline-offset-3 [&_strong]:font-semibold [&_strong]:text-text-primary">
                  {body}
                </div>
              </section>
            ))}
          </div>
        </div>
      </article>
    </PublicLayout>
  );
}

function Contents({ sections }: { sections: readonly DocumentSection[] }) {
  return (
    <nav aria-label="On this page" className="max-lg:pb-4">
      <ol className="flex flex-col border-border border-l">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px flex min-h-9 items-center border-transparent border-l-2 py-1.5 pl-4 text-sm text-text-secondary transition hover:border-primary hover:text-text-primary pointer-coarse:min-h-11"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A list whose markers have the gym's color. */
export function Points({ children }: { children: ReactNode }) {
  return (
    <ul className="flex flex-col gap-3 [&>li]:relative [&>li]:pl-6 [&>li]:before:absolute [&>li]:before:top-[0.75em] [&>li]:before:left-0 [&>li]:before:h-0.5 [&>li]:before:w-3 [&>li]:before:bg-primary">
      {children}
    </ul>
  );
}
