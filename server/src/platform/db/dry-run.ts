import type { Db } from './connect.ts';

/** Does the work in a transaction, takes it back, and returns its outcome: what it says is what would happen. */
export async function dryRun<T>(
  { tx }: { tx(work: (tx: Db) => Promise<void>): Promise<void> },
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const takenBack = new Error('This was only a try.');
  const outcome: { value?: T } = {};
  try {
    await tx(async (tx) => {
      outcome.value = await work(tx);
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  return outcome.value as T;
}
