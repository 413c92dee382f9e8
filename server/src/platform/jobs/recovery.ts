import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { Logger } from '#platform/log.ts';

/** Our namespace in PostgreSQL's advisory locks; the second key is the runner. */
const RUNNER_LOCKS = 1_402_026;

/**
 * A killed process leaves its jobs locked, and the queue itself would wait four hours before retrying them. So each
 * runner holds an advisory lock on its listening connection, which ends with the process.
 */
export function holdRunnerLock(events: WorkerEvents, log: Logger): void {
  events.on('pool:listen:success', ({ client, workerPool }) => {
    // The queue's own statement goes first; a connection runs one at a time.
    client.once('drain', () => {
      client
        .query('select pg_advisory_lock_shared($1::int, hashtext($2))', [RUNNER_LOCKS, workerPool.id])
        .catch((err: unknown) => log.warn({ err }, 'the job runner could not mark itself alive'));
    });
  });
}

/** Frees the jobs of runners that are gone. Half a minute lets a (re)connecting runner take its lock. */
export async function releaseJobsOfDeadRunners(db: Db): Promise<number> {
  const { rows } = await sql<{ released: number }>`
    with dead as (
      select locked_by, count(*)::int as jobs from graphile_worker.jobs
      where locked_at < now() - interval '30 seconds'
      group by locked_by
    ), gone as (
      select * from dead where not exists (
        select from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and classid = ${RUNNER_LOCKS}::int::oid and objid = hashtext(dead.locked_by)::oid and objsubid = 2
      )
    )
    select coalesce(sum(jobs), 0)::int as released,
      graphile_worker.force_unlock_workers(coalesce(array_agg(locked_by), '{}')) from gone`.execute(db);
  return rows[0]?.released ?? 0;
}
