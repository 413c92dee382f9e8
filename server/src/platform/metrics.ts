import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const registry = new Registry();
const registers = [registry];
collectDefaultMetrics({ register: registry });

/** The platform's metrics. A process has one set, whatever it runs. */
export const metrics = {
  requests: new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['op', 'status'],
    registers,
  }),
  requestDuration: new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, by operation.',
    labelNames: ['op'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  }),
  jobs: new Counter({
    name: 'jobs_total',
    help: 'Job runs, by job and outcome (done, failed, given_up).',
    labelNames: ['job', 'outcome'],
    registers,
  }),
  mails: new Counter({
    name: 'mails_total',
    help: 'Mails, by outcome (sent, delayed, given_up, withheld).',
    labelNames: ['outcome'],
    registers,
  }),
  pushes: new Counter({
    name: 'pushes_total',
    help: 'Pushes, by outcome (sent, gone, failed). A gone device gets no more.',
    labelNames: ['outcome'],
    registers,
  }),
  shedCalls: new Counter({
    name: 'shed_calls_total',
    help: 'Calls refused with 503 under overload: too many were waiting (full), or it waited too long (late).',
    labelNames: ['why'],
    registers,
  }),
  replicaReads: new Counter({
    name: 'replica_reads_total',
    help: 'Reads that a standby may answer, by outcome: served, or why the primary was read (behind, failed, away).',
    labelNames: ['outcome'],
    registers,
  }),
  liveStreams: new Gauge({ name: 'live_streams', help: 'Live event streams open now.', registers }),
};

/** Finding a metric by its labels costs more than counting, so each combination is looked up once. */
const observers = new Map<string, Map<number, (seconds: number) => void>>();

export function observeRequest(op: string, status: number, seconds: number): void {
  const byStatus = observers.get(op) ?? new Map<number, (seconds: number) => void>();
  let tell = byStatus.get(status);
  if (!tell) {
    const [requests, duration] = [metrics.requests.labels(op, String(status)), metrics.requestDuration.labels(op)];
    tell = (taken) => {
      requests.inc();
      duration.observe(taken);
    };
    observers.set(op, byStatus.set(status, tell));
  }
  tell(seconds);
}

/** Shows how busy the database connections are. */
export function watchPool(pool: pg.Pool): void {
  registry.removeSingleMetric('database_connections');
  new Gauge({
    name: 'database_connections',
    help: 'Database connections of this process, by state; waiting counts requests for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

/** Counting these takes a moment, and they change slowly. */
const COUNTED_MS = 60_000;

type CountedGauge = { name: string; help: string; labelNames?: string[] };
type Counted = { values: { name: string; labels?: Record<string, string>; value: number }[]; until: number };

/** Gauges that one statement counts: a row each, with the gauge's name, a state if it has states, and the value. */
function watchCounts(pool: pg.Pool, text: string, gauges: readonly CountedGauge[]): void {
  let known: Counted = { values: [], until: 0 };
  const count = async () => {
    if (known.until > Date.now()) return known;
    const { rows } = await pool.query<{ name: string; state: string | null; value: number }>(text);
    const values = rows.map(({ name, state, value }) => ({ name, ...(state && { labels: { state } }), value }));
    known = { values, until: Date.now() + COUNTED_MS };
    return known;
  };
  for (const { name, help, labelNames = [] } of gauges) {
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        // While the database is away, the last figures stand.
        for (const counted of (await count().catch(() => known)).values)
          if (counted.name === name) this.set(counted.labels ?? {}, counted.value);
      },
    });
  }
}

/** Shows what all stored files take together. */
export const watchFiles = (pool: pg.Pool): void =>
  watchCounts(
    pool,
    `with stored as (select count(*)::float8 as files, coalesce(sum(bytes), 0)::float8 as bytes from files)
    select 'stored_files' as name, null as state, files as value from stored
    union all select 'stored_files_bytes', null, bytes from stored`,
    [
      { name: 'stored_files', help: 'Stored pictures of all organizations.' },
      { name: 'stored_files_bytes', help: 'What the stored pictures of all organizations take.' },
    ],
  );

/** Shows how the job queue stands and when the last backup was made: the same on every process. */
export const watchUpkeep = (pool: pg.Pool): void =>
  watchCounts(
    pool,
    `select 'queued_jobs' as name, state, count(j.id)::float8 as value from (values ('due'), ('later'), ('given_up')) s (state)
      left join graphile_worker._private_jobs j on s.state = case when j.attempts >= j.max_attempts then 'given_up'
        when j.run_at <= now() then 'due' else 'later' end
    group by state
    union all select 'last_backup_timestamp_seconds', null, extract(epoch from max(made_at))::float8 from backups
      having count(*) > 0`,
    [
      {
        name: 'queued_jobs',
        help: 'Jobs in the queue of the installation, by state (due, later, given_up).',
        labelNames: ['state'],
      },
      { name: 'last_backup_timestamp_seconds', help: 'When the last backup was made; absent before the first.' },
    ],
  );

export function registerMetrics(app: FastifyInstance, { token }: { token: string | undefined }): void {
  if (token === undefined) return;
  app.get('/metrics', { config: { op: 'metrics' } }, async (request, reply) => {
    // A closed endpoint looks like a missing one.
    if (!sameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) return reply.callNotFound();
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

/** Constant-time comparison: digests have one length and are compared to the last byte. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
