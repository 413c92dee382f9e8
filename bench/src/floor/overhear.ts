import type { Read } from '@spotter/server/platform/db/reads.ts';
import { inOrderOf } from '@spotter/server/platform/db/statement.ts';

class Overheard {
  readonly text: string;
  readonly values: unknown[];
  constructor(text: string, values: unknown[]) {
    this.text = text;
    this.values = values;
  }
}

/** Captures the first statement that the server's own handler runs, with a `read` that only records. */
async function overhear(ask: (read: Read) => Promise<unknown>): Promise<Overheard> {
  try {
    await ask((asked, values) => Promise.reject(new Overheard(asked.text, inOrderOf(asked, values))));
  } catch (thrown) {
    if (thrown instanceof Overheard) return thrown;
    throw thrown;
  }
  throw new Error('The handler ran no statement.');
}

/** One statement text for all callers, with each caller's values: the floor runs exactly the same SQL. */
export async function statementOf<T>(asking: readonly T[], ask: (read: Read, one: T) => Promise<unknown>) {
  const heard = await Promise.all(asking.map((one) => overhear((read) => ask(read, one))));
  const [first] = heard;
  if (!first || heard.some(({ text }) => text !== first.text))
    throw new Error('The handler runs more than one statement.');
  return { text: first.text, values: heard.map(({ values }) => values) };
}
