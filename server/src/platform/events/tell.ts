import type { Db } from '#platform/db/connect.ts';
import { withPipeline } from '#platform/db/driver.ts';
import { type AddressedEvent, type Found, type FoundEvents, writeEvents } from './write.ts';

/** Notification rows, written just before the commit. */
type Rows = {
  /** Writes the rows and returns their live events. */
  write(tx: Db): Promise<AddressedEvent[]>;
  /** Writes the rows together with the events before and after them in one statement, for the last ones of a scope. */
  writeWith?(tx: Db, before: readonly AddressedEvent[] | Found, after: readonly AddressedEvent[]): Promise<void>;
};

/** One piece of news for a scope: the organization, or a user without one. */
export type News = { scope: string } & (AddressedEvent | Rows | FoundEvents);

/** Lookups run when the transaction's work is done. */
type Lookup = () => Promise<News[]>;

const waiting = new WeakMap<Db, (News | Lookup)[]>();

/** `decided`: the answer has no say in the commit, which goes out together with it. */
export type Answering = { decided?: boolean };

/**
 * Runs the work in one transaction, or in the open one, then reads the answer. News is written once, just before the
 * outermost commit, after every lock: so an event that follows from another is written after the other's commit. The last
 * statement and the commit share a round trip.
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T>;
export function inTransaction<W, T>(
  db: Db,
  work: (tx: Db) => Promise<W>,
  answer: (tx: Db, made: W) => Promise<T>,
  options?: Answering,
): Promise<T>;
export async function inTransaction<W>(
  db: Db,
  work: (tx: Db) => Promise<W>,
  answer: (tx: Db, made: W) => Promise<unknown> = async (_, made) => made,
  { decided = false }: Answering = {},
): Promise<unknown> {
  if (db.isTransaction) return answer(db, await work(db));
  const { answering } = await db.transaction().execute((tx) =>
    withPipeline(tx, async () => {
      const told: (News | Lookup)[] = [];
      waiting.set(tx, told);
      const made = await work(tx);
      waiting.delete(tx);
      // Sent together, because none depends on another.
      const answering = answer(tx, made);
      answering.catch(() => {});
      const news = await lookUp(told);
      if (!decided) await answering;
      await writeNews(tx, news);
      return { answering };
    }),
  );
  return answering;
}

/** Tells members what happened, only if the transaction commits. */
export function tell(tx: Db, ...news: (News | Lookup)[]): void {
  const told = waiting.get(tx);
  if (!told) throw new Error('Something was told outside a transaction of inTransaction.');
  told.push(...news);
}

/** Reads what the pending news is about now, for work that goes on to delete it. */
export async function lookUpNow(tx: Db): Promise<void> {
  const told = waiting.get(tx) ?? [];
  const news = await lookUp(told);
  const read = news.map(async (one) => {
    if (!('found' in one)) return [one];
    return (await one.read(tx)).map((event) => ({ scope: one.scope, ...event }));
  });
  told.splice(0, told.length, ...(await Promise.all(read)).flat());
}

const lookUp = async (told: readonly (News | Lookup)[]): Promise<News[]> =>
  (await Promise.all(told.map((one) => (typeof one === 'function' ? one() : [one])))).flat();

/** One scope after the other, within a scope in the order told. */
async function writeNews(tx: Db, news: readonly News[]): Promise<void> {
  const byScope = Map.groupBy(news, ({ scope }) => scope);
  const scopes = [...byScope.keys()];
  for (const scope of scopes) {
    const { written } = await writeScope(tx, scope, byScope.get(scope)!);
    if (scope !== scopes.at(-1)) await written;
    // The commit is sent right behind it. If this fails, so does the commit.
    else written.catch(() => {});
  }
}

/** Resolves when the scope's last statement is sent; `written` when it is done. */
async function writeScope(tx: Db, scope: string, news: readonly News[]): Promise<{ written: Promise<void> }> {
  const lastRows = news.findLastIndex((one) => 'write' in one);
  const lastFound = news.findLastIndex((one) => 'found' in one);
  let events: AddressedEvent[] = [];
  for (const [index, one] of news.entries()) {
    if ('found' in one) {
      const rows = news[index + 1];
      const isLast = events.length === 0 && index === lastFound && index + 1 === lastRows;
      if (isLast && rows && 'write' in rows && rows.writeWith)
        return { written: rows.writeWith(tx, one.found, news.slice(index + 2) as AddressedEvent[]) };
      // Nobody waits for these: if one fails, so does the commit.
      writeEvents(tx, scope, events).catch(() => {});
      events = [];
      const written = one.writeFound(tx);
      if (index === news.length - 1) return { written };
      written.catch(() => {});
    } else if (!('write' in one)) events.push(one);
    else if (index === lastRows && index > lastFound && one.writeWith) {
      const after = news.slice(index + 1) as AddressedEvent[];
      return { written: one.writeWith(tx, events, after) };
    } else events.push(...(await one.write(tx)));
  }
  return { written: writeEvents(tx, scope, events) };
}
