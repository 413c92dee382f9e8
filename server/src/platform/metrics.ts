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
    help: 'Mails, by outcome (sent, delayed, given_up).',
    labelNames: ['outcome'],
    registers,
  }),
  pushes: new Counter({
    name: 'pushes_total',
    help: 'Pushes, by outcome (sent, gone, failed). A gone browser gets no more.',
    labelNames: ['outcome'],
    registers,
  }),
  shedCalls: new Counter({
    name: 'shed_calls_total',
    help: 'Calls refused with 503 under overload: too many were waiting (full), or it waited too long (late).',
    labelNames: ['why'],
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

/** Adding up every stored file takes a moment, and it changes slowly. */
const FILES_MS = 60_000;

/** Shows what all stored files take together. */
export function watchFiles(pool: pg.Pool): void {
  for (const name of ['stored_files', 'stored_files_bytes']) registry.removeSingleMetric(name);
  let known = { until: 0, files: 0, bytes: 0 };
  const count = async () => {
    if (known.until > Date.now()) return known;
    const { rows } = await pool.query<{ files: number; bytes: number }>(
      'select count(*)::float8 as files, coalesce(sum(bytes), 0)::float8 as bytes from files',
    );
    known = { ...known, ...rows[0], until: Date.now() + FILES_MS };
    return known;
  };
  const gauge = (name: string, help: string, value: (counted: typeof known) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // While the database is away, the last figure stands.
        this.set(value(await count().catch(() => known)));
      },
    });
  gauge('stored_files', 'Stored pictures of all organizations.', ({ files }) => files);
  gauge('stored_files_bytes', 'What the stored pictures of all organizations take.', ({ bytes }) => bytes);
}

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
