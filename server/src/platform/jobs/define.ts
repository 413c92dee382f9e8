import { sql } from 'kysely';
import type { z } from 'zod';
import type { Config } from '#platform/config.ts';
import type { Connection, Db } from '#platform/db/connect.ts';
import type { FileStore } from '#platform/file-store.ts';
import type { Logger } from '#platform/log.ts';
import type { MailTransport } from '#platform/mail-transport.ts';
import type { PushSender } from '#platform/push/sender.ts';

/**
 * What a job may use; the runner gives each run its own `now` and a log that names the job. `db` sees every
 * organization, to find due work; work for one organization runs `inside` it.
 */
export type JobCtx = {
  db: Db;
  inside: Connection['inside'];
  config: Config;
  /** For work in a process of its own. */
  databaseUrl: string;
  log: Logger;
  mail: MailTransport;
  push: PushSender;
  files: FileStore;
  now: Date;
};

/** Jobs of one queue run one at a time, so that those who take minutes leave the fourth slot to mails and notices. */
type LongQueue = 'exports' | 'moves' | 'figures';

/** A job as the runner sees it: queued payloads are validated before use. */
export type AnyJob = {
  readonly name: string;
  readonly maxAttempts: number;
  readonly queue: LongQueue | null;
  perform(ctx: JobCtx, queued: unknown): Promise<void>;
};

/** A job as its callers see it. */
type Job<S extends z.ZodType> = AnyJob & { readonly payload: S };

/** With the queue's growing pauses (3 s, 7 s, 20 s … 6 h) fourteen tries span more than a day. */
const ATTEMPTS_OF_A_DAY = 14;

export function defineJob<S extends z.ZodType>(job: {
  name: string;
  payload: S;
  maxAttempts?: number;
  queue?: LongQueue;
  run(ctx: JobCtx, payload: z.output<S>): Promise<void>;
}): Job<S> {
  return {
    name: job.name,
    payload: job.payload,
    maxAttempts: job.maxAttempts ?? ATTEMPTS_OF_A_DAY,
    queue: job.queue ?? null,
    perform: async (ctx, queued) => job.run(ctx, job.payload.parse(queued)),
  };
}

/**
 * Queues a job in the caller's transaction: it runs only if that commits. At most one job waits per `key`; a newer one
 * replaces it.
 */
export async function enqueue<S extends z.ZodType>(
  db: Db,
  job: Job<S>,
  payload: z.input<S>,
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  await sql`select enqueue_job(
    identifier => ${job.name}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts}::int,
    job_key => ${options.key ?? null}::text,
    queue_name => ${job.queue}::text
  )`.execute(db);
}

/** The same inside a statement that also does other work; the payload's values and the time are SQL. */
export const enqueueSql = <S extends z.ZodType>(
  job: Job<S>,
  payload: { [K in keyof z.input<S>]: string },
  runAt: string,
): string =>
  `enqueue_job(identifier => '${job.name}', max_attempts => ${job.maxAttempts}, run_at => ${runAt},
    payload => json_build_object(${Object.entries<string>(payload).map(([key, value]) => `'${key}', ${value}`)}))`;
