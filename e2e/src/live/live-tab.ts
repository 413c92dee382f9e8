import type { LiveEvent } from '@spotter/contract';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/app.ts';
import { storeSignIn } from '../../../web/src/platform/api/tokens.ts';
import { openLiveStream } from '../../../web/src/platform/realtime/live-stream.ts';
import { applyLiveEvent } from '../../../web/src/routes/live.ts';

const LIVE = '/api/v1/events/';
const connections = new Set<AbortController>();
function cuttable(init: RequestInit = {}): RequestInit {
  const connection = new AbortController();
  connections.add(connection);
  init.signal?.addEventListener('abort', () => connection.abort());
  return { ...init, signal: connection.signal };
}

/** Cuts the connection of every live stream; they connect again by themselves. */
export function cutStreams(): void {
  for (const connection of connections) connection.abort();
  connections.clear();
}

/** A server that the web app's own code calls as from a page. */
export function useServer(): () => TestApp {
  let app: TestApp;
  const nodeFetch = globalThis.fetch;
  beforeAll(async () => {
    app = await startTestApp();
    const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      nodeFetch(new URL(path, address), path === LIVE ? cuttable(init) : init),
    );
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await app.stop();
  });
  beforeEach(() => vi.stubGlobal('localStorage', createStorage()));
  return () => app;
}

/** The part of a browser's storage that the sign-in needs. */
function createStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

type Shown = { queryKey: readonly unknown[] };

/** Each query's data by its key. */
const state = (queryClient: QueryClient, shown: readonly Shown[]) =>
  Object.fromEntries(shown.map(({ queryKey }) => [queryKey.join('/'), queryClient.getQueryData(queryKey as never)]));

/** Generous, for a busy machine. */
export const patient = { timeout: 30_000 };

export const settled = (queryClient: QueryClient) => expect.poll(() => queryClient.isFetching(), patient).toBe(0);

/** Whether a query reads page after page. */
const isInfinite = (options: Shown) => 'getNextPageParam' in options;

/** A tab with these queries on its screen: each has an observer, so a stale one is read again. */
export async function openTab(access: string, show: (queryClient: QueryClient) => readonly Shown[]) {
  storeSignIn({ access, refresh: null });
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const seen: string[] = [];
  const opened = Promise.withResolvers<void>();
  const stream = openLiveStream({
    url: LIVE,
    accessToken: () => access,
    renew: async () => 'ended',
    onStateChange: (next) => next === 'open' && opened.resolve(),
    onMessage: ({ type, data }) => {
      seen.push(type);
      applyLiveEvent(queryClient, { type, data } as LiveEvent);
    },
  });
  await opened.promise;
  const shown = show(queryClient);
  const observers = shown.map((options) =>
    isInfinite(options)
      ? new InfiniteQueryObserver(queryClient, options as never).subscribe(() => {})
      : new QueryObserver(queryClient, options as never).subscribe(() => {}),
  );
  await settled(queryClient);
  return {
    queryClient,
    seen,
    state: () => state(queryClient, shown),
    close() {
      stream.close();
      for (const stop of observers) stop();
      queryClient.clear();
    },
  };
}

/** What a newly opened tab would show. */
export async function fetchedAnew(show: (queryClient: QueryClient) => readonly Shown[]) {
  const fresh = new QueryClient();
  const shown = show(fresh);
  for (const options of shown)
    await (isInfinite(options) ? fresh.fetchInfiniteQuery(options as never) : fresh.fetchQuery(options as never));
  return state(fresh, shown);
}

/**
 * The tab shows what a newly opened one would, for all of its queries or those that the new one has. It may take a moment:
 * a tab also tells the server which messages it has, and hears of that like everybody.
 */
export const expectAsNew = (tab: Tab, show: (queryClient: QueryClient) => readonly Shown[]) =>
  vi.waitFor(async () => {
    await settled(tab.queryClient);
    const fresh = await fetchedAnew(show);
    const shown = tab.state();
    expect(Object.fromEntries(Object.keys(fresh).map((key) => [key, shown[key]]))).toEqual(fresh);
  }, patient);
type Tab = Awaited<ReturnType<typeof openTab>>;
