import { useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold, useHeldIds } from '#platform/undo/held-changes.ts';
import { friendKeys, type Person, type Suggestion } from './friends.queries.ts';

const LIST = 'suggestions';

/** "Not for me": the row goes at once, and the server hears of it when the time to undo is over. */
export function useDismissSuggestion() {
  const queryClient = useQueryClient();
  return ({ id, first_name }: Person) =>
    hold({
      id,
      list: LIST,
      title: `You won't see ${first_name} here again`,
      send: async () => {
        try {
          await api.dismissSuggestion({ params: { id } }, { keepalive: true });
        } catch (error) {
          toasts.error(errorText(error, "Couldn't save that. Try again."));
        }
        await queryClient.invalidateQueries({ queryKey: friendKeys.suggestions });
      },
    });
}

/** Without those the reader has just dismissed. */
export function useUndismissed(suggestions: readonly Suggestion[]): Suggestion[] {
  const dismissed = useHeldIds(LIST);
  return suggestions.filter(({ person }) => !dismissed.has(person.id));
}

/** Rows come into view together, and are reported together. */
const GATHER_MS = 1500;
const reported = new Set<string>();
let waiting: Suggestion[] = [];

async function report(): Promise<void> {
  const shown = waiting.map(({ person, reasons }) => ({ user_id: person.id, reasons }));
  waiting = [];
  // It only serves the order of later suggestions, so nothing is lost when it fails.
  await api.markSuggestionsShown({ body: { shown } }).catch(() => {});
}

/** Tells the server which suggestions were on the screen, each once while the app is open. */
export function useReportSeen() {
  const { emulation, user } = useLogin();
  return (suggestion: Suggestion) => {
    const key = `${user?.id} ${suggestion.person.id}`;
    if (emulation || reported.has(key)) return;
    reported.add(key);
    if (waiting.length === 0) setTimeout(() => void report(), GATHER_MS);
    waiting.push(suggestion);
  };
}
