import type { Db } from '#platform/db/connect.ts';
import { withPipeline } from '#platform/db/driver.ts';
import { type News, writeNews } from './write.ts';

/** What waits for the end of a transaction. */
type Ending = { told: News[]; checks: Promise<unknown>[]; lastWrites: (() => void)[] };
const endings = new WeakMap<Db, Ending>();

function endingOf(tx: Db): Ending {
  const ending = endings.get(tx);
  if (!ending) throw new Error('Something was told outside a transaction of inTransaction.');
  return ending;
}

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
      const ending: Ending = { told: [], checks: [], lastWrites: [] };
      endings.set(tx, ending);
      const made = await work(tx);
      endings.delete(tx);
      const answering = answer(tx, made);
      // Returned once the commit has succeeded; until then it may fail without anyone waiting for it.
      answering.catch(() => {});
      await Promise.all(decided ? ending.checks : [...ending.checks, answering]);
      for (const write of ending.lastWrites) write();
      writeNews(tx, ending.told);
      return { answering };
    }),
  );
  return answering;
}

/** Tells members what happened, only if the transaction commits. */
export function tell(tx: Db, ...news: News[]): void {
  endingOf(tx).told.push(...news);
}

/** Commits only if the check holds, so that rows may be on their way to the database while it is made. */
export function commitOnlyIf(tx: Db, check: Promise<unknown>): void {
  // The transaction fails with it at its end, or with an earlier error.
  check.catch(() => {});
  endingOf(tx).checks.push(check);
}

/** Sends a statement after every lock of the transaction, because other members' writes may wait for its rows. */
export function writeLast(tx: Db, write: () => void): void {
  endingOf(tx).lastWrites.push(write);
}
