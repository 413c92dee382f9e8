import type { LiveEvent } from '@spotter/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { renewTokens, tokenStore } from '#platform/api/api.ts';
import { seen } from '#platform/api/seen.ts';
import { API_ADDRESS } from '#platform/api/server.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { openLiveStream } from './live-stream.ts';

/** Stays connected while a user is signed in; a new sign-in opens a new connection. */
export function useLiveStream(apply: (queryClient: QueryClient, event: LiveEvent) => void) {
  const queryClient = useQueryClient();
  const { user, emulation, liveFrom } = useLogin();
  const listener = user && `${user.id}/${emulation?.organization_id ?? ''}`;
  const from = useRef(liveFrom);
  from.current = liveFrom;
  useEffect(() => {
    if (!listener) return;
    let mayHaveMissed = from.current === null;
    const stream = openLiveStream({
      url: `${API_ADDRESS}/events/`,
      from: from.current,
      // This stream belongs to an account that another tab has replaced.
      accessToken: () => tokenStore.read()?.access ?? null,
      renew: renewTokens,
      onSeen: seen.keep,
      onMessage: ({ type, data }) => {
        // Types that this build doesn't know pass through every handler.
        const event = { type, data } as LiveEvent;
        apply(queryClient, event);
        if (event.type !== 'ready' || !mayHaveMissed) return;
        mayHaveMissed = false;
        apply(queryClient, { type: 'reset', data: event.data });
      },
      onWake: (tryNow) => {
        window.addEventListener('online', tryNow);
        return () => window.removeEventListener('online', tryNow);
      },
    });
    return () => stream.close();
  }, [listener, queryClient, apply]);
}
