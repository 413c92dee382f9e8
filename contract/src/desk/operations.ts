import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, Instant } from '../api/primitives.ts';
import { mostMailsSentAgain } from '../limits.ts';

const count = z.number().int();
/** A job's number in the queue. */
const jobNumber = z.string().regex(/^\d{1,18}$/, 'Not a job');
const byJob = z.object({ id: jobNumber });

const FailedJob = z
  .object({
    id: z.string(),
    job: z.string(),
    attempts: count,
    most_attempts: count,
    is_given_up: z.boolean().describe('False: the queue tries it again by itself.'),
    is_running: z.boolean(),
    error: z.string(),
    failed_at: Instant,
    next_at: Instant.nullable().describe('When the queue tries it again.'),
  })
  .meta({ id: 'FailedJob' });

const Node = z
  .object({
    id: Id,
    name: z.string(),
    roles: z.array(z.string()),
    version: z.string(),
    started_at: Instant,
    seen_at: Instant,
    is_alive: z.boolean(),
    live_streams: count,
    memory_bytes: count,
  })
  .meta({ id: 'Node' });

const named = z.object({ id: Id, name: z.string() });

const Operations = z
  .object({
    version: z.string(),
    schema_version: z.string().describe('The newest migration.'),
    database_bytes: count,
    nodes: z.array(Node).describe('The latest seen first, at most 50.'),
    live_streams: count.describe('Of all nodes that are alive.'),
    queue: z
      .object({
        waiting: count.describe('Jobs that run now or later.'),
        due: count.describe('Of these, jobs that should have started.'),
        running: count,
        oldest_due_at: Instant.nullable(),
      })
      .describe('Counted up to 10,000.'),
    failed_jobs: z.object({ count, results: z.array(FailedJob) }).describe('The latest 50.'),
    failed_mails: z
      .object({
        count: count.describe('Counted up to 10,000.'),
        results: z.array(
          z.object({
            id: Id,
            kind: z.string(),
            to: z.string(),
            organization: named.nullable(),
            attempts: count,
            error: z.string(),
            failed_at: Instant,
            can_send_again: z.boolean().describe('False: the code or link in it has expired.'),
          }),
        ),
      })
      .describe('Mails that were given up, the latest 50.'),
    slowest_calls: z
      .array(z.object({ call: z.string(), count, p50_ms: z.number(), p99_ms: z.number() }))
      .describe('Of the last hour; a call that several nodes answer has the slowest figures of them.'),
    sizes: z
      .object({
        counted_at: Instant.nullable(),
        is_counting: z.boolean(),
        organizations: z.array(named.extend({ database_bytes: count, file_bytes: count })),
      })
      .describe('The 50 largest organizations, counted every night.'),
    last_backup: z.object({ made_at: Instant, rows: count, files: count }).nullable(),
    keys: z.array(z.object({ name: z.string(), since: Instant })),
    mail_quotas: z
      .array(
        z.object({
          organization: named,
          used: count,
          most: count.nullable().describe('Null: no limit.'),
          is_lifted: z.boolean(),
        }),
      )
      .describe('Organizations that mailed strangers within the last day, the busiest 20.'),
  })
  .meta({ id: 'Operations' });

export const getOperations = endpoint({
  method: 'GET',
  path: '/super-admin/operations/',
  access: 'super_admin',
  cost: 10,
  summary: 'How the installation is doing: nodes, queue, failures, slow calls, sizes, backup, keys and mail quotas.',
  returns: Operations,
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/super-admin/jobs/:id/retry/',
  access: 'super_admin',
  forgets: true,
  summary: 'Run a failed job again now, with all its attempts.',
  params: byJob,
  errors: ['job_not_found', 'job_running'],
});

export const discardJob = endpoint({
  method: 'DELETE',
  path: '/super-admin/jobs/:id/',
  access: 'super_admin',
  summary: 'Take a failed job out of the queue for good.',
  params: byJob,
  errors: ['job_not_found', 'job_running'],
});

export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/super-admin/failed-mails/:id/send-again/',
  access: 'super_admin',
  forgets: true,
  summary: 'Queue a mail that was given up once more; it is tried for another day.',
  params: byId,
  errors: ['mail_not_found', 'mail_expired'],
});

export const sendAllMailsAgain = endpoint({
  method: 'POST',
  path: '/super-admin/failed-mails/send-again/',
  access: 'super_admin',
  forgets: true,
  cost: 100,
  summary: `Queue the latest ${mostMailsSentAgain} mails that were given up once more, except those whose code or link has expired.`,
  returns: z.object({ queued: count }),
});

export const countSizes = endpoint({
  method: 'POST',
  path: '/super-admin/sizes/',
  access: 'super_admin',
  forgets: true,
  cost: 20,
  summary: 'Count the size of every organization now instead of tonight; runs as a job.',
  status: 202,
  returns: z.object({ is_counting: z.literal(true) }),
});
