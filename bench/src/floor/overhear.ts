import { inOrderOf, type Read } from '@spotter/server/platform/db/statement.ts';

class Overheard {
  readonly text: string;
  readonly values: unknown[];
  constructor(text: string, values: unknown[]) {
    this.text = text;
    this.values = values;
  }
}

/** The statement the server's own handler runs first, told by a `read` that only listens. */
async function overhear(ask: (read: Read) => Promise<unknown>): Promise<Overheard> {
  try {
    await ask((asked, values) => Promise.reject(new Overheard(asked.text, inOrderOf(asked, values))));
  } catch (thrown) {
    if (thrown instanceof Overheard) return thrown;
    throw thrown;
  }
  throw new Error('A read asked the database nothing.');
}

/** One text for all who ask, with each one's values: the floor runs the very same. */
export async function statementOf<T>(asking: readonly T[], ask: (read: Read, one: T) => Promise<unknown>) {
  const heard = await Promise.all(asking.map((one) => overhear((read) => ask(read, one))));
  const [first] = heard;
  if (!first || heard.some(({ text }) => text !== first.text)) throw new Error('A read is not one statement.');
  return { text: first.text, values: heard.map(({ values }) => values) };
}
