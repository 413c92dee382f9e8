import type { Db } from '#platform/db/connect.ts';
import { type AddressedEvent, writeEvents } from './write.ts';

/** Rows that tell people something, written under the lock of their scope; they answer the live events about them. */
type Rows = { write(tx: Db): Promise<AddressedEvent[]> };

/** One thing to be told in a scope: the organization, or the person without one. */
export type News = { scope: string } & (AddressedEvent | Rows);

/** What has to be looked up to be told is looked up when the transaction's work is done, and before any scope's lock. */
type Lookup = () => Promise<News[]>;

const waiting = new WeakMap<Db, (News | Lookup)[]>();

/**
 * Does the work in one transaction, or in the one that is open already. What the work tells is written once, just before
 * the outermost commit: telling takes a lock for which the whole organization waits, so every other lock comes before it,
 * and so does reading the answer.
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  return db.transaction().execute(async (tx) => {
    const told: (News | Lookup)[] = [];
    waiting.set(tx, told);
    const answer = await work(tx);
    waiting.delete(tx);
    await writeNews(tx, told);
    return answer;
  });
}

/** Tells people what happened, when and only when the transaction commits. */
export function tell(tx: Db, ...news: (News | Lookup)[]): void {
  const told = waiting.get(tx);
  if (!told) throw new Error('Something was told outside a transaction of inTransaction.');
  told.push(...news);
}

/** One scope after the other by their ids, so that two transactions never wait for each other; in each, in the order told. */
async function writeNews(tx: Db, told: readonly (News | Lookup)[]): Promise<void> {
  const news: News[] = [];
  for (const one of told) news.push(...(typeof one === 'function' ? await one() : [one]));
  const byScope = Map.groupBy(news, ({ scope }) => scope);
  for (const scope of [...byScope.keys()].sort()) {
    const events: AddressedEvent[] = [];
    for (const one of byScope.get(scope)!) events.push(...('write' in one ? await one.write(tx) : [one]));
    await writeEvents(tx, scope, events);
  }
}
