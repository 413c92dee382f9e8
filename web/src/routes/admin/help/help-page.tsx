import { ChevronRight, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { AdminPage } from '../admin-page.tsx';
import { searchGuides } from './guides.ts';

/** Every guide, found by its words. */
export function AdminHelpPage() {
  const [query, setQuery] = useState('');
  const found = searchGuides(query);
  return (
    <AdminPage title="Help" text="Short guides to everything in your admin area, step by step.">
      <search>
        <SearchField
          label="Search guides"
          placeholder="Invite code, holiday hours, logo…"
          value={query}
          onChange={setQuery}
          className="max-w-xl"
        />
        <p role="status" className="sr-only">
          {query.trim() ? `${found.length} ${found.length === 1 ? 'guide' : 'guides'}` : ''}
        </p>
      </search>
      {found.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No guides found"
          text="Try different words, or email us. A real person answers."
          action={
            <Button variant="secondary" onClick={() => setQuery('')}>
              Clear search
            </Button>
          }
        />
      ) : (
        <ul aria-label="Guides" className="grid gap-3 md:grid-cols-2">
          {found.map(({ id, title, text }) => (
            <li key={id}>
              <Link
                to={`/admin/help/${id}`}
                className="flex h-full items-center gap-4 rounded-card border border-border p-5 transition hover:bg-bg-secondary"
              >
                <span className="flex min-w-0 flex-1 flex-col gap-1">
                  <span className="font-semibold">{title}</span>
                  <span className="text-sm text-text-secondary">{text}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-tertiary" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-text-secondary">
        Guides for members are on the{' '}
        <Link to="/help" className="font-medium text-primary-text underline">
          public help page
        </Link>
        . Still stuck?{' '}
        <a href="mailto:support@spotter.example" className="font-medium text-primary-text underline">
          Email support
        </a>
        .
      </p>
    </AdminPage>
  );
}
