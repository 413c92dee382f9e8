import pg from 'pg';
import { HostsClient } from './hosts.ts';

/** A pool that also reports connections lost inside a transaction; pg-pool listens to idle clients only. */
export function createPool(options: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ Client: HostsClient, ...options });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Ends a pool after one piece of work. */
export async function withPool<T>(pool: pg.Pool, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** A single client; its owner learns of a loss when the next query fails. */
export const createClient = (options: pg.ClientConfig): pg.Client => new HostsClient(options);
