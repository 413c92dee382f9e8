import pg from 'pg';
import { ENTER } from '#platform/db/tenants.ts';

export type Ran = { text: string; values: unknown[]; inside: boolean };

/** Tells of every statement that this process sends, and whether it runs inside the walls, until it is told to stop. */
export function hearStatements(heard: (ran: Ran) => void): () => void {
  const { query } = pg.Client.prototype;
  const { bind } = pg.Connection.prototype;
  const open = new WeakSet<object>();
  let enters = false;
  function listening(this: pg.Client, ...given: unknown[]): unknown {
    const asked = (typeof given[0] === 'string' ? { text: given[0] } : given[0]) as {
      text?: string;
      values?: unknown[];
    };
    const { text = '', values = Array.isArray(given[1]) ? given[1] : [] } = asked;
    enters = false;
    const answer = Reflect.apply(query, this, given);
    if (text.startsWith('begin; set local role')) open.add(this);
    else if (text === 'commit' || text === 'rollback') open.delete(this);
    else heard({ text, values, inside: open.has(this) || enters });
    return answer;
  }
  // A hot read enters the walls in its own message.
  function binding(this: pg.Connection, ...given: Parameters<typeof bind>): void {
    enters ||= given[0]?.statement === ENTER;
    Reflect.apply(bind, this, given);
  }
  pg.Client.prototype.query = listening as typeof query;
  pg.Connection.prototype.bind = binding;
  return () => {
    pg.Client.prototype.query = query;
    pg.Connection.prototype.bind = bind;
  };
}

/** How many calls with different values are kept per statement. */
const MOST_KEPT = 20;

/** Writes down every statement with these words, until it is told to stop. */
export function recordStatements(words: RegExp): { ran: Map<string, Ran[]>; stop(): void } {
  const ran = new Map<string, Ran[]>();
  const stop = hearStatements(({ text, values, inside }) => {
    if (!words.test(text)) return;
    const known = ran.get(`${inside} ${text}`) ?? [];
    if (known.length < MOST_KEPT) ran.set(`${inside} ${text}`, [...known, { text, values: [...values], inside }]);
  });
  return { ran, stop };
}
