/**
 * The floors: the least work a Node process can do to give the same answers. No framework, sign-in, checks or events.
 * It takes the number of a prepared query from the path, asks PostgreSQL and sends the result.
 */
import { createServer } from 'node:http';
import type { TimedRow } from '@spotter/server/features/sessions/detail/session-detail.repo.ts';
import { detailText } from '@spotter/server/features/sessions/detail/session-detail.service.ts';
import pg from 'pg';

// JSON is passed through as text.
pg.types.setTypeParser(pg.types.builtins.JSON, String);
pg.types.setTypeParser(pg.types.builtins.JSONB, String);

export type Text = { text: string; values: unknown[][] };
export type FloorRead = 'me' | 'sessions' | 'unread' | 'session' | 'messages';
export type FloorOrder = {
  databaseUrl: string;
  pool: number;
  reads: Partial<Record<FloorRead, Text>>;
  /**
   * Statements of one transaction. The last row is the answer, and NEW stands for the id the first statement returned.
   */
  writes?: Record<string, Text[]>;
  /** The least statement that answers each call; served under /tight/. */
  tight?: Record<string, Text>;
};

export const NEW = '@new';

type Page = { count: unknown; next?: string | null; results: string };
type SessionsRow = Page & { last: string | null; length: unknown };

const pageOf = ({ count, next = null, results }: Page) =>
  `{"count":${count},"next":${next && JSON.stringify(next)},"previous":null,"results":${results}}`;

const bodies: Record<FloorRead, (row: never) => string> = {
  me: (row: { me: string }) => row.me,
  sessions: ({ count, last, length, results }: SessionsRow) => {
    const [startsAt, id] = last ? (JSON.parse(last) as [string, string]) : [];
    const more = id && Number(length) === 30 && Number(count) > 30;
    const next = more ? `/api/v1/sessions/?page_size=30&order=soonest&cursor=${startsAt}~${id}` : null;
    return pageOf({ count, next, results });
  },
  unread: (row: object) => JSON.stringify(row),
  session: detailText,
  messages: pageOf,
};

function serve({ databaseUrl, pool: max, reads, writes = {}, tight = {} }: FloorOrder): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max });

  async function read(name: FloorRead, { text, values }: Text, number: number): Promise<string> {
    const { rows } = await pool.query({ name, text, values: values[number] });
    return bodies[name](rows[0] as never);
  }

  async function write(name: string, statements: Text[], number: number): Promise<string> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      let row: { id?: string; body?: string } & Partial<TimedRow> = {};
      let made: string | undefined;
      for (const [step, { text, values }] of statements.entries()) {
        const given = values[number]?.map((value) => (value === NEW ? made : value));
        [row = {}] = (await client.query({ name: `${name}-${step}`, text, values: given })).rows;
        made ??= row.id;
      }
      await client.query('commit');
      return row.detail ? detailText(row as TimedRow) : (row.body ?? '');
    } finally {
      client.release();
    }
  }

  async function least(name: string, number: number): Promise<string> {
    const { text, values } = tight[name]!;
    const { rows } = await pool.query({ name: `tight-${name}`, text, values: values[number] });
    if (rows.length === 0) throw new Error(`The tight floor has no answer to ${name} ${number}.`);
    return rows[0].body;
  }

  const server = createServer(async (request, response) => {
    const [, kind = '', name = '', number] = (request.url ?? '').split('/');
    const asked = reads[name as FloorRead];
    const body = await (kind === 'tight'
      ? least(name, Number(number))
      : asked
        ? read(name as FloorRead, asked, Number(number))
        : write(name, writes[name] ?? [], Number(number)));
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
}

process.once('message', serve);
process.once('disconnect', () => process.exit());
