import type { LiveEvent } from '@spotter/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { API_BASE, renewTokens, tokenStore } from '#platform/api/api.ts';
import { useSession } from '#platform/session/session.tsx';
import { openLiveStream } from './live-stream.ts';

/** Stays connected while somebody is signed in; a new sign-in is a new connection. */
export function useLiveStream(apply: (queryClient: QueryClient, event: LiveEvent) => void) {
  const queryClient = useQueryClient();
  const { user, emulation } = useSession();
  const listener = user && `${user.id}/${emulation?.organization_id ?? ''}`;
  useEffect(() => {
    if (!listener) return;
    const stream = openLiveStream({
      url: `${API_BASE}/events/`,
      accessToken: () => tokenStore.read()?.access ?? null,
      renew: renewTokens,
      // The server speaks the contract; a type this build does not know falls through every handler.
      onMessage: ({ type, data }) => apply(queryClient, { type, data } as LiveEvent),
      onWake: (tryNow) => {
        window.addEventListener('online', tryNow);
        return () => window.removeEventListener('online', tryNow);
      },
    });
    return () => stream.close();
  }, [listener, queryClient, apply]);
}
