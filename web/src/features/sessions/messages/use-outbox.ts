import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { emptyOutbox, recallUnsent, sendUnsent } from './session-outbox.ts';

/** Runs beside every screen: what was written without a network goes out when there is one again. */
export function useOutbox(userId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!userId) return;
    const again = () => sendUnsent(queryClient);
    void recallUnsent(queryClient, userId);
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      emptyOutbox();
    };
  }, [queryClient, userId]);
}
