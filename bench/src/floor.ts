/**
 * The floor: the least a Node process can do to give the same answers. No framework, no sign-in, no checks; it takes
 * the number of a prepared question from the path, asks PostgreSQL, and sends what comes back.
 */
import { createServer } from 'node:http';
import pg from 'pg';

export type FloorRead = 'me' | 'sessions' | 'unread';
export type FloorOrder = {
  databaseUrl: string;
  pool: number;
  reads: Record<FloorRead, { text: string; values: unknown[][] }>;
};

type SessionsRow = { count: unknown; last: [string, string] | null; length: unknown; results: string };

const bodies: Record<FloorRead, (row: never) => string> = {
  me: (row: { me: string }) => row.me,
  sessions: ({ count, last, length, results }: SessionsRow) => {
    const more = last && Number(length) === 30 && Number(count) > 30;
    const next = more ? `"/api/v1/sessions/?page_size=30&order=soonest&cursor=${last[0]}%7E${last[1]}"` : 'null';
    return `{"count":${count},"next":${next},"previous":null,"results":${results}}`;
  },
  unread: (row: object) => JSON.stringify(row),
};

function serve({ databaseUrl, pool: max, reads }: FloorOrder): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max });
  const server = createServer(async (request, response) => {
    const [, name, number] = (request.url ?? '').split('/') as [string, FloorRead, string];
    const { text, values } = reads[name];
    const { rows } = await pool.query({ name, text, values: values[Number(number)] });
    const body = bodies[name](rows[0] as never);
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
