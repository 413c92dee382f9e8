import { themeLimits } from '@spotter/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { CopyPlus, Ellipsis, Palette, Pencil, RefreshCw, Save, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toasts } from '#platform/toasts/toasts.tsx';
import { UNDO_MS, useHeldIds } from '#platform/undo/held-changes.ts';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { ThemeSwatch } from './brand-panel.tsx';
import {
  type SavedTheme,
  savedThemeList,
  savedThemesQuery,
  THEMES_PER_PAGE,
  type Theme,
  useSavedThemes,
} from './theme.queries.ts';

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

type Naming = { kind: 'save' } | { kind: 'rename'; saved: SavedTheme };
type Props = { organizationId: string; theme: Theme; onLoad: (theme: Theme) => void };

/** Themes kept for later: a season, an event, a second try. */
export function SavedThemes({ organizationId, theme, onLoad }: Props) {
  const [page, setPage] = useState(1);
  const [naming, setNaming] = useState<Naming | null>(null);
  const list = useQuery(savedThemesQuery(organizationId, page));
  const removed = useHeldIds(savedThemeList);
  const { save, change, remove } = useSavedThemes(organizationId);
  const shown = list.data?.results.filter(({ id }) => !removed.has(id)) ?? [];
  const latestOf = (saved: SavedTheme) => shown.find(({ id }) => id === saved.id) ?? saved;
  const duplicate = (saved: SavedTheme) =>
    save.mutate(
      { name: copyName(saved.name), theme: saved.theme },
      {
        onSuccess: ({ name }) => {
          setPage(1);
          toasts.success(`Saved ${name}`);
        },
      },
    );
  const replace = (saved: SavedTheme) =>
    change.mutate(
      { saved, theme },
      {
        onSuccess: (replaced) =>
          toasts.success(`Replaced ${saved.name}`, {
            duration: UNDO_MS,
            action: { label: 'Undo', onSelect: () => change.mutate({ saved: replaced, theme: saved.theme }) },
          }),
      },
    );
  const load = (saved: SavedTheme) => {
    onLoad(saved.theme);
    toasts.success(`Loaded ${saved.name}. Publish it to show it to your members.`);
  };
  return (
    <section className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Saved themes</h2>
        <Button variant="secondary" size="sm" icon={<Save />} onClick={() => setNaming({ kind: 'save' })}>
          Save this theme
        </Button>
      </header>
      {list.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          {[1, 2].map((key) => (
            <Skeleton key={key} className="h-24 rounded-card" />
          ))}
        </div>
      ) : list.isError ? (
        <ErrorState title="Couldn't load saved themes" onRetry={() => void list.refetch()} />
      ) : shown.length === 0 && page === 1 ? (
        <EmptyState
          icon={<Palette />}
          title="No saved themes yet"
          text="Save the theme you're editing, and come back to it any time."
        />
      ) : (
        <ul aria-label="Saved themes" className="flex flex-col gap-3">
          {shown.map((saved) => (
            <li key={saved.id} className="flex flex-col gap-2 rounded-card border border-border p-3">
              <ThemeSwatch theme={saved.theme} />
              <div className="flex items-center gap-2">
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="truncate font-medium text-sm">{saved.name}</span>
                  <span className="text-text-tertiary text-xs">Saved {day.format(new Date(saved.updated_at))}</span>
                </span>
                <Button size="sm" variant="secondary" aria-label={`Load ${saved.name}`} onClick={() => load(saved)}>
                  Load
                </Button>
                <Menu
                  trigger={<IconButton label={`Options for ${saved.name}`} icon={<Ellipsis />} />}
                  groups={[
                    [
                      { label: 'Rename', icon: <Pencil />, onSelect: () => setNaming({ kind: 'rename', saved }) },
                      {
                        label: 'Duplicate',
                        icon: <CopyPlus />,
                        onSelect: () => duplicate(saved),
                      },
                      {
                        label: 'Replace with this theme',
                        icon: <RefreshCw />,
                        onSelect: () => replace(saved),
                      },
                    ],
                    [{ label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => remove(saved) }],
                  ]}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pageSize={THEMES_PER_PAGE} count={list.data?.count ?? 0} onPage={setPage} />
      <NameDialog
        key={naming?.kind === 'rename' ? naming.saved.id : String(naming?.kind)}
        naming={naming}
        busy={save.isPending || change.isPending}
        onClose={() => setNaming(null)}
        onName={(name) => {
          if (!naming) return;
          const done = {
            onSuccess: () => {
              setNaming(null);
              // A new theme is the first of all; a renamed one stays in its place.
              if (naming.kind === 'save') setPage(1);
              toasts.success('Saved');
            },
          };
          if (naming.kind === 'save') save.mutate({ name, theme }, done);
          // Its version may have changed while the window was open.
          else change.mutate({ saved: latestOf(naming.saved), name }, done);
        }}
      />
    </section>
  );
}

const copyMark = ' (copy)';
const copyName = (name: string) => name.slice(0, themeLimits.name - copyMark.length) + copyMark;

type NameProps = { naming: Naming | null; busy: boolean; onClose: () => void; onName: (name: string) => void };

function NameDialog({ naming, busy, onClose, onName }: NameProps) {
  const [name, setName] = useState(naming?.kind === 'rename' ? naming.saved.name : '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) onName(name.trim());
  };
  return (
    <Dialog
      open={naming !== null}
      onOpenChange={(open) => open || onClose()}
      title={naming?.kind === 'rename' ? 'Rename theme' : 'Save this theme'}
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label="Name"
          placeholder="Summer challenge"
          maxLength={themeLimits.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" full loading={busy} disabled={name.trim() === ''}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
