import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { fail } from '#platform/errors.ts';

export type Pace = {
  /** This many guesses are checked at once; each one after that doubles the wait for the next. */
  free: number;
};

export type Guesses = {
  /**
   * Takes the next turn to guess. A short wait is waited out; a longer one is refused with 429, so that a flood of
   * guesses holds no connections. Parallel guesses take turns.
   */
  takeTurn(bucket: string, pace: Pace): Promise<void>;
  /** After a correct guess. */
  forget(bucket: string): Promise<void>;
};

const LONGEST_DELAY_SECONDS = 300;
const LONGEST_HOLD_SECONDS = 1;
const FORGET_SECONDS = 900;

/** The pause after the n-th guess, in SQL and here. */
const delaySql = (n: string) =>
  `case when ${n} > $2 then least(${LONGEST_DELAY_SECONDS}, power(2, least(${n} - $2 - 1, 20))) else 0 end`;
const delayAfter = (n: number, free: number) => (n > free ? Math.min(LONGEST_DELAY_SECONDS, 2 ** (n - free - 1)) : 0);

const turnSql = `
  insert into guesses as g (bucket, taken, next_at, forget_at)
  values ($1, 1, now() + make_interval(secs => ${delaySql('1')}), now() + make_interval(secs => ${FORGET_SECONDS}))
  on conflict (bucket) do update set
    taken = case when g.forget_at <= now() then 1 else g.taken + 1 end,
    next_at = case when g.forget_at <= now() then excluded.next_at
      else greatest(g.next_at, now()) + make_interval(secs => ${delaySql('g.taken + 1')}) end,
    forget_at = greatest(g.next_at, now()) + make_interval(secs => ${FORGET_SECONDS})
  where g.next_at <= now() + make_interval(secs => ${LONGEST_HOLD_SECONDS})
  returning taken, extract(epoch from next_at - now())::float8 as ahead`;

export function createGuesses(pool: pg.Pool): Guesses {
  return {
    async takeTurn(bucket, { free }) {
      const { rows } = await pool.query({ name: 'take-turn', text: turnSql, values: [bucket, free] });
      const turn = rows[0] as { taken: number; ahead: number } | undefined;
      if (!turn) {
        const waiting = await pool.query(
          'select extract(epoch from next_at - now())::float8 as seconds from guesses where bucket = $1',
          [bucket],
        );
        const seconds = (waiting.rows[0] as { seconds: number } | undefined)?.seconds ?? 1;
        throw fail('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
      }
      const wait = turn.ahead - delayAfter(turn.taken, free);
      if (wait > 0) await sleep(Math.min(wait, LONGEST_HOLD_SECONDS) * 1000);
    },
    forget: async (bucket) => void (await pool.query('delete from guesses where bucket = $1', [bucket])),
  };
}
