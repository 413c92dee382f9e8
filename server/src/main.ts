import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp, jobs, timetable } from './app.ts';
import { refreshFigures } from './features/analytics/index.ts';
import { refreshTrainingFacts } from './features/friends/index.ts';
import { startHeartbeat } from './features/operations/index.ts';
import { refreshMemberRisks } from './features/retention/index.ts';
import { ConfigError, loadConfig } from './platform/config.ts';
import { connect } from './platform/db/connect.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { createPool, withPool } from './platform/db/pool.ts';
import { settlePooler } from './platform/db/pooler.ts';
import { learnGymZones } from './platform/db/zones.ts';
import { followFolder } from './platform/files/move-files.ts';
import { openFiles } from './platform/files/open-files.ts';
import { readFileKeys } from './platform/files/storage.ts';
import { giveBackIdleMemory } from './platform/idle-memory.ts';
import { enqueue } from './platform/jobs/define.ts';
import { installJobs, startJobRunner } from './platform/jobs/runner.ts';
import { createLogger, type Logger } from './platform/log.ts';
import { createMailTransport } from './platform/mail-transport.ts';
import { answerNotReady } from './platform/nodes/not-ready.ts';
import { agreeOnStore } from './platform/nodes/same-store.ts';
import { agreeOnKeys } from './platform/nodes/shared-keys.ts';
import { untilDatabaseAnswers } from './platform/nodes/until-database-answers.ts';
import { createPushSender } from './platform/push/push.ts';
import { announce, prepareSampleGym } from './sample/sample-gym.ts';

/** Clean-up steps, run in reverse order. */
const running: { name: string; stop(): Promise<unknown> | unknown }[] = [];
let log: Logger | undefined;
let drainMs = 0;
let stopMs = 0;
const webFolder = join(import.meta.dirname, '../../web/dist');

async function start() {
  const config = loadConfig(process.env);
  log = createLogger(config.LOG_LEVEL);
  const logger = log;
  drainMs = config.DRAIN_SECONDS * 1_000;
  stopMs = config.STOP_SECONDS * 1_000;
  mkdirSync(config.DATA_DIR, { recursive: true });

  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: join(config.DATA_DIR, 'postgres'), log: logger });
  if (embedded) running.push({ name: 'database', stop: () => embedded.stop() });
  const databaseUrl = config.DATABASE_URL ?? embedded?.url ?? '';
  const directUrl = config.DATABASE_DIRECT_URL ?? databaseUrl;
  const patiently = <T>(work: () => Promise<T>) => untilDatabaseAnswers(work, logger);
  const notReady = config.ROLES.includes('web') ? await answerNotReady(config) : null;
  if (notReady) running.push({ name: 'start', stop: () => notReady.close() });

  if (!embedded) await patiently(() => settlePooler({ databaseUrl, directUrl }, logger));
  const connection = connect(databaseUrl, {
    max: config.DATABASE_POOL,
    // What one app asks for at its start: opening connections and planning their statements takes longer than the answers.
    keepOpen: Math.min(8, config.DATABASE_POOL),
    isMarked: config.DATABASE_REPLICA_URL !== undefined,
    onError: (err) => logger.warn({ err }, 'a database connection was lost'),
  });
  running.push({ name: 'connections', stop: () => connection.close() });
  await patiently(async () => {
    const applied = await withPool(
      createPool({ connectionString: directUrl, max: 1 }, () => {}),
      (pool) => migrate(pool),
    );
    if (applied.length > 0) logger.info({ applied }, 'the database schema was brought up to date');
    await installJobs(directUrl, logger);
    await agreeOnKeys(connection.db, config);
    await agreeOnStore(connection.db, config);
  });

  const files = openFiles(config);
  await patiently(() => followFolder({ settings: config, keys: () => readFileKeys(connection.db), log: logger }));
  const newAccounts =
    embedded && config.SAMPLE_DATA ? await prepareSampleGym({ connection, files, config, log: logger }) : null;

  await patiently(() => learnGymZones(connection.db, logger));
  const heartbeat = await patiently(() => startHeartbeat({ db: connection.db, config, log: logger }));
  running.push({ name: 'heartbeat', stop: () => heartbeat.stop() });

  if (config.ROLES.includes('worker')) {
    // Figures, risks and training facts of what changed while no worker ran, such as the sample gym just made, need not wait for the timetable.
    for (const job of [refreshFigures, refreshMemberRisks, refreshTrainingFacts])
      await patiently(() => enqueue(connection.db, job, {}, { key: job.name }));
    const mail = createMailTransport(config);
    running.push({ name: 'mail', stop: () => mail.close() });
    const push = createPushSender(config);
    running.push({ name: 'push', stop: () => push.close() });
    const runner = await patiently(() =>
      startJobRunner({
        connectionString: directUrl,
        jobs,
        cron: timetable,
        log: logger,
        ctx: { config, mail, push, files },
      }),
    );
    running.push({ name: 'jobs', stop: () => runner.stop() });
  }
  if (config.ROLES.includes('web')) {
    const app = await patiently(() =>
      createApp({ config, log: logger, connection, databaseUrl, directUrl, files, webFolder }),
    );
    running.push({
      name: 'web',
      async stop() {
        app.drain();
        await sleep(drainMs);
        await app.stop();
      },
    });
    await connection.openKept();
    app.http.server.on('request', giveBackIdleMemory());
    await notReady?.close();
    const address = await app.http.listen({ host: config.HOST, port: config.PORT });
    announce(config, config.PORT === 0 ? address : config.PUBLIC_URL, newAccounts);
  }
}

/** Drains, stops accepting requests, finishes the running ones and exits, at most five seconds after the time they have. */
let stopping: Promise<void> | undefined;
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(code || 1), drainMs + stopMs + 4_500).unref();
    for (const part of running.reverse()) {
      try {
        await part.stop();
      } catch (err) {
        log?.error({ err, part: part.name }, 'could not be stopped cleanly');
      }
    }
    process.exit(code);
  })();
  return stopping;
}

process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));
process.on('unhandledRejection', (err) => {
  log?.fatal({ err }, 'something failed that nobody was waiting for');
  void stop(1);
});

start().catch((error) => {
  if (error instanceof ConfigError || !log) console.error(error instanceof ConfigError ? error.message : error);
  else log.fatal({ err: error }, 'Spotter could not start');
  void stop(1);
});
