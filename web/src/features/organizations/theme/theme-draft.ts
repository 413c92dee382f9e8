import { useEffect, useReducer } from 'react';
import { isRecord, safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';
import type { Theme } from './theme.queries.ts';

/** What is edited, what was before, and what was undone. */
export type Draft = {
  theme: Theme;
  past: readonly Theme[];
  future: readonly Theme[];
  /** The value edited last, and when: a slider's steps count as one. */
  last: { field: string; at: number } | null;
};

export type DraftEvent =
  | { type: 'edit'; theme: Theme; field?: string; at?: number }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'start'; theme: Theme };

const MOST_STEPS = 100;
const ONE_STEP_MS = 800;

export const startDraft = (theme: Theme): Draft => ({ theme, past: [], future: [], last: null });

export function draftReducer(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'start':
      return startDraft(event.theme);
    case 'edit': {
      const { theme, field = '', at = Date.now() } = event;
      if (isSame(theme, draft.theme)) return draft;
      const continues = field !== '' && draft.last?.field === field && at - draft.last.at < ONE_STEP_MS;
      const past = continues ? draft.past : [...draft.past, draft.theme].slice(-MOST_STEPS);
      return { theme, past, future: [], last: { field, at } };
    }
    case 'undo': {
      const theme = draft.past.at(-1);
      if (!theme) return draft;
      return { theme, past: draft.past.slice(0, -1), future: [draft.theme, ...draft.future], last: null };
    }
    case 'redo': {
      const [theme, ...future] = draft.future;
      return theme ? { theme, past: [...draft.past, draft.theme], future, last: null } : draft;
    }
  }
}

export const isSame = (one: Theme, other: Theme): boolean =>
  one === other || JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

/** Two themes are the same whatever the order of their values. */
function inOrder(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, inOrder(inner)] as const);
  return entries.sort(([one], [other]) => one.localeCompare(other));
}

/** A draft and the published version it started from. */
type Kept = { theme: Theme; version: string };
const isKept = (value: unknown): value is Kept =>
  isRecord(value) && isRecord(value.theme) && typeof value.version === 'string';

/** One per organization, on this device: it survives a reload and a closed tab. */
const keptDraft = (organizationId: string) => storedJson(safeLocalStorage, `theme_draft:${organizationId}`, isKept);

type Published = { organization_id: string; theme: Theme; version: string };

/** The draft of an organization's theme, with undo. Someone else's change shows at once while nothing is edited here. */
export function useThemeDraft(published: Published) {
  const store = keptDraft(published.organization_id);
  const [state, dispatch] = useReducer(baseReducer, null, () => {
    const kept = store.read();
    return { draft: startDraft(kept?.theme ?? published.theme), base: kept?.version ?? published.version };
  });
  const { draft, base } = state;
  const hasChanged = !isSame(draft.theme, published.theme);
  // Nothing of the admin's own would be lost.
  const follows = base !== published.version && draft.past.length === 0 && !store.read();
  if (follows) dispatch({ type: 'rebase', theme: published.theme, version: published.version });
  useEffect(() => {
    if (hasChanged) store.write({ theme: draft.theme, version: base });
    else store.remove();
  }, [store, hasChanged, draft.theme, base]);
  return {
    draft,
    hasChanged,
    /** Someone published another theme since this draft was begun. */
    isOutdated: hasChanged && base !== published.version,
    base,
    edit: (theme: Theme, field?: string) =>
      dispatch({ type: 'draft', event: { type: 'edit', theme, ...(field && { field }) } }),
    undo: () => dispatch({ type: 'draft', event: { type: 'undo' } }),
    redo: () => dispatch({ type: 'draft', event: { type: 'redo' } }),
    /** The draft now stands on this version, published by this admin or seen by them. */
    standOn: (version: string) => dispatch({ type: 'stand on', version }),
  };
}

type State = { draft: Draft; base: string };
type Event =
  | { type: 'draft'; event: DraftEvent }
  | { type: 'stand on'; version: string }
  | { type: 'rebase'; theme: Theme; version: string };

function baseReducer(state: State, event: Event): State {
  if (event.type === 'draft') return { ...state, draft: draftReducer(state.draft, event.event) };
  if (event.type === 'stand on') return { ...state, base: event.version };
  return { draft: startDraft(event.theme), base: event.version };
}
