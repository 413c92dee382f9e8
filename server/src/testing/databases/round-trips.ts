import type pg from 'pg';

type Write = (...given: unknown[]) => void;
type Written = { _write: Write; _writev?: Write | undefined };

/**
 * How often something waits for the database: each packet sent on a connection is one round trip. If a connection is
 * used more than once, as for a notification after the commit, the longest use counts.
 */
export async function countRoundTrips(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  const holds: number[] = [];
  const undoing = new Map<pg.PoolClient, () => void>();
  const acquired = (client: pg.PoolClient) => {
    const stream = client.connection.stream as unknown as Written;
    const { _write, _writev } = stream;
    const hold = holds.push(0) - 1;
    const counting =
      (write: Write): Write =>
      (...given) => {
        holds[hold]! += 1;
        write.apply(stream, given);
      };
    Object.assign(stream, { _write: counting(_write), _writev: _writev && counting(_writev) });
    undoing.set(client, () => Object.assign(stream, { _write, _writev }));
  };
  const released = (_error: Error, client: pg.PoolClient) => undoing.get(client)?.();
  pool.on('acquire', acquired).on('release', released);
  try {
    await work();
    return Math.max(0, ...holds);
  } finally {
    pool.off('acquire', acquired).off('release', released);
    for (const undo of undoing.values()) undo();
  }
}
