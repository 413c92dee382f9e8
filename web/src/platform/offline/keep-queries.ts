import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { APP_VERSION } from '#platform/version.ts';
import { deleteEntry, storedEntries, storedEntry, storeEntry, storeFor } from './kept-store.ts';

/** Queries with `meta: { kept: true }` are saved when read and restored when there is no network. */
const KEPT = 'query';
const MOST = 80;
const OLDEST_MS = 30 * 86_400_000;

const keptQueries = (userId: string) => storedEntries<PersistedQuery>(userId, `${KEPT}-`);

/** IndexedDB stores objects as they are. Another build may expect other shapes, so it starts empty. */
const persisterOf = (userId: string, isWanted: (queryHash: string) => boolean = () => true) =>
  experimental_createQueryPersister<PersistedQuery>({
    storage: {
      getItem: (key) => storedEntry<PersistedQuery>(userId, key),
      setItem: storeEntry,
      removeItem: deleteEntry,
      entries: async () => (await keptQueries(userId)).filter(([, { queryHash }]) => isWanted(queryHash)),
    },
    serialize: (query) => query,
    deserialize: (query) => query,
    buster: APP_VERSION,
    maxAge: OLDEST_MS,
    prefix: KEPT,
  });

/** Saves everything read so far and from now on. Returns a function that stops it. */
export function keepQueries(queryClient: QueryClient, userId: string): () => void {
  const persister = persisterOf(userId);
  const keep = (query: Query) => {
    if (query.meta?.kept === true && query.state.data !== undefined) void persister.persistQuery(query);
  };

  let ended = false;
  void storeFor(userId).then(async () => {
    if (ended) return;
    for (const query of queryClient.getQueryCache().getAll()) keep(query);
    await persister.persisterGc();
    const newestFirst = (await keptQueries(userId)).sort(
      ([, one], [, other]) => other.state.dataUpdatedAt - one.state.dataUpdatedAt,
    );
    for (const [key] of newestFirst.slice(MOST)) deleteEntry(key);
  });
  const stopListening = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') keep(event.query);
    // The server no longer shows it to the reader.
    if (event.action.type === 'setState' && event.query.state.data === undefined)
      deleteEntry(`${KEPT}-${event.query.queryHash}`);
  });
  return () => {
    ended = true;
    stopListening();
  };
}

type Shape<T> = { safeParse(answer: unknown): { data?: T | undefined } };

/** One saved answer. That of another build counts if it has the shape that this one expects. */
export async function recallAnswer<T>(
  userId: string,
  queryKey: QueryKey,
  loadShape: () => Promise<Shape<T>>,
): Promise<T | undefined> {
  const found = await storedEntry<PersistedQuery>(userId, `${KEPT}-${hashKey(queryKey)}`);
  if (!found || Date.now() - found.state.dataUpdatedAt > OLDEST_MS) return undefined;
  if (found.buster === APP_VERSION) return found.state.data as T;
  return (await loadShape()).safeParse(found.state.data).data;
}

/** Restores saved answers where nothing newer is known. They count as stale, so they are read again once online. */
export async function recallQueries(queryClient: QueryClient, userId: string): Promise<void> {
  const read = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined });
  const known = new Set(read.map(({ queryHash }) => queryHash));
  await persisterOf(userId, (queryHash) => !known.has(queryHash)).restoreQueries(queryClient);
  await queryClient.invalidateQueries({ predicate: ({ queryHash }) => !known.has(queryHash), refetchType: 'none' });
}
