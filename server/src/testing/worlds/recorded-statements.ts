import pg from 'pg';

export type Ran = { text: string; values: unknown[]; inside: boolean };

/** How many calls with different values are kept per statement. */
const MOST_KEPT = 20;

/** Writes down every statement with these words, and whether it ran inside the walls, until it is told to stop. */
export function recordStatements(words: RegExp): { ran: Map<string, Ran[]>; stop(): void } {
  const ran = new Map<string, Ran[]>();
  const { query } = pg.Client.prototype;
  const open = new WeakSet<object>();
  function listening(this: pg.Client, ...given: unknown[]): unknown {
    const asked = (typeof given[0] === 'string' ? { text: given[0] } : given[0]) as {
      text?: string;
      values?: unknown[];
    };
    const { text = '', values = Array.isArray(given[1]) ? given[1] : [] } = asked;
    if (text.startsWith('begin; set local role')) open.add(this);
    else if (text === 'commit' || text === 'rollback') open.delete(this);
    else if (words.test(text)) {
      const inside = open.has(this) || Object.hasOwn(asked, 'submit');
      const known = ran.get(`${inside} ${text}`) ?? [];
      if (known.length < MOST_KEPT) ran.set(`${inside} ${text}`, [...known, { text, values: [...values], inside }]);
    }
    return Reflect.apply(query, this, given);
  }
  pg.Client.prototype.query = listening as typeof query;
  const stop = () => {
    pg.Client.prototype.query = query;
  };
  return { ran, stop };
}
