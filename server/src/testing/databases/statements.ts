import pg from 'pg';
import { vi } from 'vitest';

type Asked = string | { name?: string; text?: string };

/** What the server asks by itself, whatever its members do: whether it hears notices. */
const isOwn = (asked: Asked) => {
  const text = typeof asked === 'string' ? asked : (asked.text ?? '');
  return text === 'select 1' || text.includes('pg_notify($1, $2)');
};

/** The statements that this work sends to the database. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Asked[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([asked]) => asked as Asked).filter((asked) => !isOwn(asked));
  } finally {
    query.mockRestore();
  }
}
