import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** `/` on any member page opens the calendar and focuses its search. */
export function useSearchFocus(field: RefObject<HTMLInputElement | null>, unfold: () => void) {
  const { state, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival focuses again
  useEffect(() => {
    if (!(state as { search?: boolean } | null)?.search) return;
    unfold();
    field.current?.focus();
  }, [state, key]);
}
