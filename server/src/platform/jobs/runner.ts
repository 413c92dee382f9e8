import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  parseCronItems,
  Logger as QueueLogger,
  type Runner,
  type RunnerOptions,
  run,
  runMigrations,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Connection, connect } from '#platform/db/connect.ts';
import { withPool } from '#platform/db/pool.ts';
import type { Logger } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import type { AnyJob, JobCtx } from './define.ts';
import { openPool, outliving } from './queue-pool.ts';
import { holdRunnerLock, releaseJobsOfDeadRunners } from './recovery.ts';

export type CronEntry = { job: AnyJob; match: string };

export type JobRunner = {
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>;
  /** Runs everything that is due, including what that enqueues; for tests. */
  drain(): Promise<void>;
};

type RunnerSettings = {
  connectionString: string;
  jobs: readonly AnyJob[];
  cron?: readonly CronEntry[];
  log: Logger;
  ctx: Omit<JobCtx, 'db' | 'inside' | 'databaseUrl' | 'log' | 'now'>;
  concurrency?: number;
  /** How long a stop waits for running jobs. */
  patienceMs?: number;
  /** `false`: jobs run only through `drain()`. */
  continuous?: boolean;
};

/** Creates or updates the queue's schema; needs only the right to create a schema. */
export const installJobs = (connectionString: string, log: Logger): Promise<void> =>
  withPool(openPool(connectionString, 2, log), (pgPool) => runMigrations({ pgPool, logger: queueLogger(log) }));

export async function startJobRunner(settings: RunnerSettings): Promise<JobRunner> {
  const { connectionString, log, cron = [], concurrency = 4, continuous = true } = settings;
  // Their own connections, so that no request waits behind a job. A job may read beside its transaction, hence two each.
  const connection = connect(connectionString, {
    max: 2 * concurrency,
    onError: (err) => log.warn({ err }, 'a database connection of the jobs was lost'),
  });
  const taskList = toTaskList(settings, connection);
  for (const { job } of cron)
    if (!taskList[job.name]) throw new Error(`The timetable names ${job.name}, which is not in the list of jobs.`);

  const events = new EventEmitter() as WorkerEvents;
  reportOutcomes(events, log);
  holdRunnerLock(events, log);
  const options: RunnerOptions = {
    concurrency,
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems(
      cron.map(({ job: { name, queue }, match }) => ({
        task: name,
        match,
        identifier: name,
        options: { jobKey: name, ...(queue && { queueName: queue }) },
      })),
    ),
    events,
    logger: queueLogger(log),
  };

  // One connection listens, one is for the timetable, and each job needs one while it is taken or finished.
  const open = () => outliving(openPool(connectionString, concurrency + 2, log));
  const pooled = <T>(work: (pgPool: pg.Pool) => Promise<T>) => withPool(open(), work);
  const supervisor = continuous ? supervise(options, pooled, { ...settings, db: connection.db }) : null;
  // One for all drains: opening its connections takes longer than a job.
  let drainPool: pg.Pool | undefined;
  return {
    stop: async () => {
      await supervisor?.stop();
      const pool = drainPool;
      drainPool = undefined;
      await pool?.end();
      await connection.close();
    },
    drain: async () => {
      drainPool ??= open();
      const pgPool = drainPool;
      do await runOnce({ ...options, pgPool, concurrency: 1 });
      while (await anythingDue(connection.db, Object.keys(taskList)));
    },
  };
}

function toTaskList({ connectionString, jobs, log, ctx }: RunnerSettings, { db, inside }: Connection): TaskList {
  const taskList: TaskList = {};
  for (const job of jobs) {
    if (taskList[job.name]) throw new Error(`There are two jobs named ${job.name}.`);
    taskList[job.name] = async (queued, helpers) => {
      const jobLog = log.child({ job: job.name, job_id: helpers.job.id });
      await job.perform({ ...ctx, db, inside, databaseUrl: connectionString, log: jobLog, now: new Date() }, queued);
    };
  }
  return taskList;
}

/** Keeps a runner going: it gives up when the database is away for long, and is then restarted. */
function supervise(
  options: RunnerOptions,
  pooled: (work: (pgPool: pg.Pool) => Promise<void>) => Promise<void>,
  { log, db, patienceMs = 6_000 }: RunnerSettings & Pick<JobCtx, 'db'>,
) {
  const stopping = new AbortController();
  let current: Runner | null = null;

  const recover = async () => {
    const released = await releaseJobsOfDeadRunners(db);
    if (released > 0) log.warn({ released }, 'jobs of a server that died are taken up again');
  };
  const recovery = setInterval(() => recover().catch((err) => log.debug({ err }, 'no recovery this time')), 20_000);
  recovery.unref();

  const running = (async () => {
    for (let pause = 250; !stopping.signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      const startedAt = Date.now();
      try {
        // A new pool for each run, so that a stopped runner's locks end with its connections.
        await pooled(async (pgPool) => {
          current = await run({ ...options, pgPool });
          if (stopping.signal.aborted) await current.stop();
          await current.promise;
        });
      } catch (err) {
        log.error({ err }, 'the job runner stopped');
      }
      current = null;
      if (Date.now() - startedAt > 60_000) pause = 250;
      // Stopping ends the pause.
      if (!stopping.signal.aborted) await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  let stopped: Promise<void> | null = null;
  async function stop() {
    stopping.abort();
    clearInterval(recovery);
    // A runner that has just stopped refuses to be stopped again.
    const finished = current?.stop().catch((err) => log.debug({ err }, 'the job runner had stopped already'));
    const outcome = await Promise.race([
      Promise.all([finished, running]),
      sleep(patienceMs, 'late' as const, { ref: false }),
    ]);
    // Once this process is gone, another runner takes them over (see recovery.ts).
    if (outcome === 'late') log.warn('some jobs did not end in time; they will be taken up again');
  }
  return {
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function anythingDue(db: JobCtx['db'], names: string[]): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (
      select from graphile_worker.jobs
      where task_identifier = any(${names}) and run_at <= now() and (locked_at is not null or attempts < max_attempts)
    ) as due`.execute(db);
  if (rows[0]?.due) await sleep(20);
  return rows[0]?.due ?? false;
}

function reportOutcomes(events: WorkerEvents, log: Logger) {
  events.on('job:success', ({ job }) => metrics.jobs.inc({ job: job.task_identifier, outcome: 'done' }));
  events.on('job:error', ({ job, error }) => {
    metrics.jobs.inc({ job: job.task_identifier, outcome: 'failed' });
    log.warn({ err: error, job: job.task_identifier, job_id: job.id, attempt: job.attempts }, 'a job failed');
  });
  events.on('job:failed', ({ job, error }) => {
    metrics.jobs.inc({ job: job.task_identifier, outcome: 'given_up' });
    log.error(
      { err: error, job: job.task_identifier, job_id: job.id },
      'a job is given up; its row stays in the queue',
    );
  });
}

/** The queue's own log lines, one level lower: we report outcomes ourselves. */
function queueLogger(log: Logger) {
  return new QueueLogger(() => (level, message, meta) => {
    // Its error texts repeat the database's.
    if (level === 'error' || level === 'warning')
      log.debug({ queue: level, err: meta?.error }, 'the job queue reports a problem');
    else log.trace({ queue: level }, message);
  });
}
