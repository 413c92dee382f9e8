import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isRecord } from '#platform/storage/safe-storage.ts';
import { keepFor, keptOf, letGo, toKeep } from './kept-store.ts';

/** Queries that say `meta: { kept: true }` are kept as they are read, and given back when there is no network. */
const KEPT = 'query ';
const WRITE_AFTER_MS = 300;
const MOST = 80;
const OLDEST_MS = 30 * 86_400_000;

type Answer = { queryKey: QueryKey; data: unknown; readAt: number };

const isAnswer = (value: unknown): value is Answer =>
  isRecord(value) && Array.isArray(value.queryKey) && typeof value.readAt === 'number';
const isToKeep = ({ meta, state }: Query) => meta?.kept === true && state.data !== undefined;

/** Keeps what is read from now on, and what has been read already. Answers what ends it. */
export function keepQueries(queryClient: QueryClient, userId: string): () => void {
  const changed = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    for (const { queryKey, queryHash, state } of changed) {
      const answer: Answer = { queryKey, data: state.data, readAt: state.dataUpdatedAt };
      toKeep(KEPT + queryHash, answer);
    }
    changed.clear();
  };
  const note = (query: Query) => {
    if (!isToKeep(query)) return;
    changed.add(query);
    timer ??= setTimeout(write, WRITE_AFTER_MS);
  };
  // What is on the screen when a phone is put away is what one wants to find there.
  const writeNow = () => document.visibilityState === 'hidden' && write();

  let ended = false;
  void keepFor(userId).then(() => {
    if (ended) return;
    for (const query of queryClient.getQueryCache().getAll()) note(query);
    return tidy(userId);
  });
  const stopListening = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query);
  });
  document.addEventListener('visibilitychange', writeNow);
  return () => {
    ended = true;
    clearTimeout(timer);
    stopListening();
    document.removeEventListener('visibilitychange', writeNow);
  };
}

async function tidy(userId: string): Promise<void> {
  const kept = await keptOf(userId, KEPT);
  const newest = kept.filter(({ at }) => at > Date.now() - OLDEST_MS).slice(-MOST);
  for (const entry of kept) if (!newest.includes(entry)) letGo(entry.key);
}

/** One answer out of what was kept. */
export async function recallAnswer<T>(userId: string, queryKey: QueryKey): Promise<T | null> {
  const hash = hashKey(queryKey);
  const [entry] = (await keptOf(userId, KEPT + hash)).filter(({ key }) => key === KEPT + hash);
  return isAnswer(entry?.value) ? (entry.value.data as T) : null;
}

/**
 * Gives back what was read before, wherever nothing newer is known. It counts as out of date, so that it is read anew as
 * soon as there is a network.
 */
export async function recallQueries(queryClient: QueryClient, userId: string): Promise<void> {
  for (const { value } of await keptOf(userId, KEPT)) {
    if (!isAnswer(value)) continue;
    const { queryKey, data, readAt } = value;
    if (queryClient.getQueryData(queryKey) !== undefined) continue;
    queryClient.setQueryData(queryKey, data, { updatedAt: readAt });
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}
