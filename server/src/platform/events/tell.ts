import type { Db } from '#platform/db/connect.ts';
import { withPipeline } from '#platform/db/driver.ts';
import { type News, writeNews } from './write.ts';

const waiting = new WeakMap<Db, News[]>();

/** `decided`: the answer has no say in the commit, which goes out together with it. */
export type Answering = { decided?: boolean };

/**
 * Runs the work in one transaction, or in the open one, then reads the answer. News is written once, just before the
 * outermost commit, after every lock: so an event that follows from another is written after the other's commit. The
 * statement that writes it and the commit share a round trip.
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
      const told: News[] = [];
      waiting.set(tx, told);
      const made = await work(tx);
      waiting.delete(tx);
      const answering = answer(tx, made);
      // Returned once the commit has succeeded; until then it may fail without anyone waiting for it.
      if (decided) answering.catch(() => {});
      else await answering;
      writeNews(tx, told);
      return { answering };
    }),
  );
  return answering;
}

/** Tells members what happened, only if the transaction commits. */
export function tell(tx: Db, ...news: News[]): void {
  const told = waiting.get(tx);
  if (!told) throw new Error('Something was told outside a transaction of inTransaction.');
  told.push(...news);
}
