import { ChevronDown, LifeBuoy, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { usePageTitle } from '#platform/page-title.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { SearchField } from '#ui/form/search-field.tsx';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { type HelpAnswer, help } from './help-content.ts';
import { searchHelp } from './help-search.ts';
import { PublicLayout } from './public-layout.tsx';
import { useScrollToHash } from './use-scroll-to-hash.ts';

const SUPPORT = 'support@spotter.example';

export function HelpPage() {
  usePageTitle('Help');
  useScrollToHash();
  const [query, setQuery] = useState('');
  const groups = searchHelp(help, query);
  const count = groups.flatMap((group) => group.topics).reduce((sum, topic) => sum + topic.answers.length, 0);
  return (
    <PublicLayout>
      <header className="max-w-3xl">
        <h1 className="text-2xl md:text-3xl">How can we help?</h1>
        <SearchField
          label="Search help"
          placeholder="Invite code, waitlist, opening hours…"
          value={query}
          onChange={setQuery}
          className="mt-6"
        />
        <p role="status" className="mt-2 min-h-6 text-sm text-text-tertiary">
          {query.trim() ? `${count} ${count === 1 ? 'answer' : 'answers'}` : null}
        </p>
        <nav aria-label="Sections" className="mt-2 flex flex-wrap gap-2">
          {help.map(({ id, title }) => (
            <a key={id} href={`#${id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              {title}
            </a>
          ))}
        </nav>
      </header>

      {groups.map((group) => (
        <section key={group.id} id={group.id} aria-labelledby={`${group.id}-title`} className="mt-16 scroll-mt-8">
          <h2 id={`${group.id}-title`} className="text-xl">
            {group.title}
          </h2>
          <div className="mt-6 grid gap-x-16 gap-y-12 lg:grid-cols-2">
            {group.topics.map((topic) => (
              <section key={topic.id} id={topic.id} aria-labelledby={`${topic.id}-title`} className="scroll-mt-8">
                <h3 id={`${topic.id}-title`} className="border-text-primary border-b-2 pb-3 text-lg">
                  {topic.title}
                </h3>
                {topic.answers.map((answer) => (
                  <Answer key={answer.id} {...answer} open={query.trim() !== '' && count <= 3} />
                ))}
              </section>
            ))}
          </div>
        </section>
      ))}

      {count === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No answers found"
          text="Try different words, or email us. A real person answers."
          action={
            <Button variant="secondary" onClick={() => setQuery('')}>
              Clear search
            </Button>
          }
        />
      ) : null}

      <aside className="mt-20 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card bg-bg-secondary px-6 py-8 md:px-10">
        <LifeBuoy aria-hidden="true" className="size-8 text-primary-text" />
        <div className="min-w-60 flex-1">
          <h2 className="text-lg">Still stuck?</h2>
          <p className="mt-1 text-text-secondary">
            Tell us what you tried and what happened. For anything about your membership or the gym itself, ask the
            front desk.
          </p>
        </div>
        <a href={`mailto:${SUPPORT}`} className={buttonClass()}>
          Email support
        </a>
      </aside>
    </PublicLayout>
  );
}

function Answer({ id, question, text, steps, after, open }: HelpAnswer & { open: boolean }) {
  const { hash } = useLocation();
  return (
    <details
      // A new key when the search changes, so that the answer opens but can still be closed.
      key={String(open)}
      id={id}
      open={open || hash === `#${id}`}
      className="group scroll-mt-8 border-border border-b"
    >
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-medium [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-text-tertiary transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-3 pr-8 pb-5 text-text-secondary">
        <p>{text}</p>
        {steps ? (
          <ol className="flex list-decimal flex-col gap-2 pl-5 marker:font-semibold marker:text-primary-text">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        ) : null}
        {after ? <p>{after}</p> : null}
      </div>
    </details>
  );
}
