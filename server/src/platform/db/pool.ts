import pg from 'pg';

/**
 * A pool whose clients always have an error handler. pg-pool listens to idle clients only: a connection lost inside a
 * transaction would be an unhandled 'error' event, which ends the process.
 */
export function createPool(options: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** The same for a single client; its owner learns of the loss when the next query fails. */
export function createClient(options: pg.ClientConfig): pg.Client {
  const client = new pg.Client(options);
  client.on('error', () => {});
  return client;
}
