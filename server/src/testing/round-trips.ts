import type pg from 'pg';

type Written = { _write(...given: unknown[]): void; _writev?: ((...given: unknown[]) => void) | undefined };

/** How often something waits for the database: each packet sent on a connection of the pool is one round trip. */
export async function countRoundTrips(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  let packets = 0;
  const restore: (() => void)[] = [];
  const listening = (client: pg.PoolClient) => {
    const stream = client.connection.stream as unknown as Written;
    const { _write, _writev } = stream;
    stream._write = (...given) => {
      packets += 1;
      _write.apply(stream, given);
    };
    stream._writev =
      _writev &&
      ((...given) => {
        packets += 1;
        _writev.apply(stream, given);
      });
    restore.push(() => Object.assign(stream, { _write, _writev }));
  };
  pool.on('acquire', listening);
  try {
    await work();
    return packets;
  } finally {
    pool.off('acquire', listening);
    for (const undo of restore) undo();
  }
}
