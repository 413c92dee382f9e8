import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { useEntries, useWrite } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { hold, useHeldIds } from '#platform/undo/held-changes.ts';
import { friendKeys, type Person, type Suggestion } from './friends.queries.ts';

const LIST = 'suggestions';
const SCOPE = 'suggestion:';

export const dismissSuggestion: Write<Pick<Person, 'id' | 'first_name'>, unknown> = {
  name: 'dismissSuggestion',
  scope: ({ id }) => SCOPE + id,
  words: ({ first_name }) => `Don't suggest ${first_name} again`,
  send: ({ id }, options) => api.dismissSuggestion({ params: { id } }, options),
  failureText: "Couldn't save that. Try again.",
  onSettled: (_person, { queryClient }) => void queryClient.invalidateQueries({ queryKey: friendKeys.suggestions }),
};

/** "Not for me": the row goes at once, and the server hears of it when the time to undo is over. */
export function useDismissSuggestion() {
  const write = useWrite(dismissSuggestion);
  return ({ id, first_name }: Person) =>
    hold({
      id,
      list: LIST,
      title: `You won't see ${first_name} here again`,
      send: () => write({ id, first_name }),
    });
}

/** Without those the reader has just dismissed. */
export function useUndismissed(suggestions: readonly Suggestion[]): Suggestion[] {
  const held = useHeldIds(LIST);
  const unanswered = new Set(useEntries().map(({ scope }) => scope));
  return suggestions.filter(({ person: { id } }) => !held.has(id) && !unanswered.has(SCOPE + id));
}

/** Rows come into view together, and are reported together. */
const GATHER_MS = 1500;
const reported = new Set<string>();
/** In the query cache, so that they aren't sent as the next member's. */
const waitingKey = ['suggestions-seen'] as const;

async function report(queryClient: QueryClient): Promise<void> {
  const shown = queryClient.getQueryData<string[]>(waitingKey) ?? [];
  if (shown.length === 0) return;
  queryClient.removeQueries({ queryKey: waitingKey });
  // It only serves the order of later suggestions, so nothing is lost when it fails.
  await api.markSuggestionsShown({ body: { shown: shown.map((user_id) => ({ user_id })) } }).catch(() => {});
}

/** Tells the server which suggestions were on the screen, each once while the app is open. */
export function useReportSeen() {
  const { emulation, user } = useLogin();
  const queryClient = useQueryClient();
  return (suggestion: Suggestion) => {
    const key = `${user?.id} ${suggestion.person.id}`;
    if (emulation || reported.has(key)) return;
    reported.add(key);
    const waiting = queryClient.getQueryData<string[]>(waitingKey) ?? [];
    if (waiting.length === 0) setTimeout(() => void report(queryClient), GATHER_MS);
    queryClient.setQueryData<string[]>(waitingKey, [...waiting, suggestion.person.id]);
  };
}
