import type pg from 'pg';
import { expect, vi } from 'vitest';

/** Until a call waits for a lock that the test holds. */
export const callWaitsForLock = (pool: pg.Pool) =>
  vi.waitFor(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    expect(rows).not.toHaveLength(0);
  });
