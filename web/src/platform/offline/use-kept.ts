import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dropDraftsOfOthers } from '#platform/forms/draft.ts';
import { keepQueries, recallQueries } from './keep-queries.ts';

/** Active on every signed-in screen: keeps what the member reads available offline, and nothing of other members. */
export function useKept(userId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!userId) return;
    dropDraftsOfOthers(userId);
    const recall = () => void recallQueries(queryClient, userId);
    const stop = keepQueries(queryClient, userId);
    window.addEventListener('offline', recall);
    return () => {
      window.removeEventListener('offline', recall);
      stop();
    };
  }, [queryClient, userId]);
}
