import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp, jobs, timetable } from './app.ts';
import { refreshFigures } from './features/analytics/index.ts';
import { refreshTrainingFacts } from './features/friends/index.ts';
import { startHeartbeat } from './features/operations/index.ts';
import { refreshMemberRisks } from './features/retention/index.ts';
import { ConfigError, loadConfig } from './platform/config.ts';
import { connect } from './platform/db/connect.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { learnGymZones } from './platform/db/zones.ts';
import { createFolderStore } from './platform/files/file-store.ts';
import { giveBackIdleMemory } from './platform/idle-memory.ts';
import { enqueue } from './platform/jobs/define.ts';
import { installJobs, startJobRunner } from './platform/jobs/runner.ts';
import { createLogger, type Logger } from './platform/log.ts';
import { createMailTransport } from './platform/mail/transport.ts';
import { announce, prepareSampleGym } from './sample/sample-gym.ts';

/** Clean-up steps, run in reverse order. */
const running: { name: string; stop(): Promise<unknown> | unknown }[] = [];
let log: Logger | undefined;

async function start() {
  const config = loadConfig(process.env);
  log = createLogger(config.LOG_LEVEL);
  const logger = log;
  mkdirSync(config.DATA_DIR, { recursive: true });

  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: join(config.DATA_DIR, 'postgres'), log: logger });
  if (embedded) running.push({ name: 'database', stop: () => embedded.stop() });
  const databaseUrl = config.DATABASE_URL ?? embedded?.url ?? '';

  const connection = connect(databaseUrl, {
    max: config.DATABASE_POOL,
    // What one app asks for at its start: opening connections and planning their statements takes longer than the answers.
    keepOpen: Math.min(8, config.DATABASE_POOL),
    onError: (err) => logger.warn({ err }, 'a database connection was lost'),
  });
  running.push({ name: 'connections', stop: () => connection.close() });
  const applied = await migrate(connection.pool);
  if (applied.length > 0) logger.info({ applied }, 'the database schema was brought up to date');
  await installJobs(databaseUrl, logger);

  const files = createFolderStore(join(config.DATA_DIR, 'files'));
  const newAccounts =
    embedded && config.SAMPLE_DATA ? await prepareSampleGym({ connection, files, config, log: logger }) : null;

  await learnGymZones(connection.db, logger);
  const heartbeat = await startHeartbeat({ db: connection.db, config, log: logger });
  running.push({ name: 'heartbeat', stop: () => heartbeat.stop() });

  if (config.ROLES.includes('worker')) {
    // Figures, risks and training facts of what changed while no worker ran, such as the sample gym just made, need not wait for the timetable.
    for (const job of [refreshFigures, refreshMemberRisks, refreshTrainingFacts])
      await enqueue(connection.db, job, {}, { key: job.name });
    const mail = createMailTransport(config);
    running.push({ name: 'mail', stop: () => mail.close() });
    const runner = await startJobRunner({
      connectionString: databaseUrl,
      jobs,
      cron: timetable,
      log: logger,
      ctx: { config, mail, files },
    });
    running.push({ name: 'jobs', stop: () => runner.stop() });
  }
  if (config.ROLES.includes('web')) {
    const app = await createApp({ config, log: logger, connection, databaseUrl, files });
    running.push({ name: 'web', stop: () => app.stop() });
    await connection.openKept();
    app.http.server.on('request', giveBackIdleMemory());
    const address = await app.http.listen({ host: config.HOST, port: config.PORT });
    announce(config, config.PORT === 0 ? address : config.PUBLIC_URL, newAccounts);
  }
}

/** Stops accepting requests, finishes the running ones and exits, within ten seconds. */
let stopping: Promise<void> | undefined;
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(code || 1), 9_500).unref();
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
