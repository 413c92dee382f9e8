import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepQueries, recallQueries } from './keep-queries.ts';

/** Runs beside every screen of a signed-in person: what they read stays readable when the network goes. */
export function useKept(userId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!userId) return;
    const recall = () => void recallQueries(queryClient, userId);
    const stop = keepQueries(queryClient, userId);
    window.addEventListener('offline', recall);
    return () => {
      window.removeEventListener('offline', recall);
      stop();
    };
  }, [queryClient, userId]);
}
