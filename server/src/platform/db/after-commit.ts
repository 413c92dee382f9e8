import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

export type Notice = { channel: string; payload: string };

/** The last columns of a statement that tells other processes something, once and only if its transaction has committed. */
export const noticeAfterCommit = (channel: string, payload: string) =>
  `${channel}::text as notice_channel, ${payload}::text as notice_payload`;

type NoticeRow = { notice_channel?: string; notice_payload?: string };

/**
 * Collects the notices of a transaction and sends them when it has committed. PostgreSQL's own NOTIFY inside a transaction
 * makes all such commits wait for each other's write to disk. Sent afterwards, no commit waits. Notices lost when a
 * process dies in between are found by the listeners, which also poll.
 */
export function sendingAfterCommit(pool: PostgresPool, send: (notices: Notice[]) => void): PostgresPool {
  const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>();

  function wrap(client: PostgresPoolClient): PostgresPoolClient {
    const waiting = new Map<string, Notice>();
    async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
      const result = await client.query<R>(text, values);
      const { notice_channel: channel, notice_payload: payload } = (result.rows?.[0] ?? {}) as NoticeRow;
      if (channel && payload) waiting.set(`${channel} ${payload}`, { channel, payload });
      if (waiting.size > 0 && (text === 'commit' || text === 'rollback')) {
        const notices = [...waiting.values()];
        waiting.clear();
        if (text === 'commit') send(notices);
      }
      return result;
    }
    return {
      query: query as PostgresPoolClient['query'],
      release() {
        waiting.clear();
        client.release();
      },
    };
  }

  return {
    async connect() {
      const client = await pool.connect();
      const wrapped = clients.get(client) ?? wrap(client);
      clients.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
}
