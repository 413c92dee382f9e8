import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Outbox } from './outbox.ts';

/** Active on every screen: sends messages written offline when the network is back, even after a reload. */
export function useOutbox(outbox: Outbox, userId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!userId) return;
    const send = () => outbox.sendAll(queryClient);
    void outbox.restore(queryClient, userId);
    window.addEventListener('online', send);
    return () => {
      window.removeEventListener('online', send);
      outbox.clear();
    };
  }, [outbox, queryClient, userId]);
}
