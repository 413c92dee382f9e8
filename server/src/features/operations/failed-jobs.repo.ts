import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

const lockStatement = statement('lock-failed-job', { id: 'bigint' })<{ job: string; is_running: boolean }>(
  `select t.identifier as job, j.locked_at is not null as is_running
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.id = $id and j.last_error is not null for update of j`,
);

/** Undefined unless a job with this number has failed. */
export async function lockFailedJob(tx: Db, id: string) {
  const [row] = await run(tx, lockStatement, { id: Number(id) });
  return row;
}

const restartStatement = statement('restart-job', { id: 'bigint' })(
  'select from graphile_worker.reschedule_jobs(array[$id], run_at => now(), attempts => 0)',
);

export const restartJob = (tx: Db, id: string) => run(tx, restartStatement, { id: Number(id) });

const removeStatement = statement('remove-job', { id: 'bigint' })(
  'select from graphile_worker.complete_jobs(array[$id])',
);

export const removeJob = (tx: Db, id: string) => run(tx, removeStatement, { id: Number(id) });
