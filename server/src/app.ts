import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { conversationsRoutes } from '#features/conversations/index.ts';
import { demoRoutes, endDemos, endDemosTimetable } from '#features/demo/index.ts';
import { friendsRoutes } from '#features/friends/index.ts';
import { gymsRoutes } from '#features/gyms/index.ts';
import { invitesRoutes } from '#features/invites/index.ts';
import { loginsRoutes, mailPasswordReset, registerAppleReturn } from '#features/logins/index.ts';
import { mailNotification, notificationsRoutes } from '#features/notifications/index.ts';
import { organizationsRoutes } from '#features/organizations/index.ts';
import { registerPreviews } from '#features/previews/index.ts';
import { registrationRoutes } from '#features/registration/index.ts';
import {
  extendSeries,
  extendSeriesTimetable,
  moveWaitlist,
  moveWaitlists,
  moveWaitlistsTimetable,
  remindOfSessions,
  remindOfSessionsTimetable,
  sessionsRoutes,
} from '#features/sessions/index.ts';
import { usersRoutes } from '#features/users/index.ts';
import type { Config } from '#platform/config.ts';
import type { Connection } from '#platform/db/connect.ts';
import { migrationsCurrent } from '#platform/db/migrate.ts';
import { preparedReads } from '#platform/db/statement.ts';
import { eventsRoutes } from '#platform/events/events.routes.ts';
import { createLiveHub } from '#platform/events/live-hub.ts';
import { createPgListener } from '#platform/events/pg-listener.ts';
import { CALLER_CHANNEL, createStreams } from '#platform/events/stream.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { registerFiles } from '#platform/files/files.routes.ts';
import { registerApiDocs } from '#platform/http/docs/openapi.ts';
import type { EndpointName, Handlers } from '#platform/http/handlers.ts';
import { registerHealth } from '#platform/http/health.ts';
import { answerWhileInReach } from '#platform/http/reach.ts';
import { registerEndpoints } from '#platform/http/register.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { appPage, registerWebApp } from '#platform/http/web-app.ts';
import { cleanUp, cleanUpTimetable } from '#platform/jobs/clean-up.ts';
import type { AnyJob } from '#platform/jobs/define.ts';
import type { CronEntry } from '#platform/jobs/runner.ts';
import { createLimits, noLimits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { createAccessTokens } from '#platform/logins/access-tokens.ts';
import { createCallers } from '#platform/logins/callers.ts';
import { registerDevMail } from '#platform/mail/dev-mail.ts';
import { sendMail } from '#platform/mail/queue.ts';
import { observeRequest, registerMetrics, watchPool } from '#platform/metrics.ts';
import type { notBuiltYet } from './not-built-yet.ts';

/** All jobs, and the schedule of recurring ones. */
export const jobs: readonly AnyJob[] = [
  sendMail,
  mailNotification,
  mailPasswordReset,
  moveWaitlist,
  moveWaitlists,
  remindOfSessions,
  extendSeries,
  endDemos,
  cleanUp,
];
export const timetable: readonly CronEntry[] = [
  moveWaitlistsTimetable,
  remindOfSessionsTimetable,
  extendSeriesTimetable,
  endDemosTimetable,
  cleanUpTimetable,
];

type Built = Exclude<EndpointName, (typeof notBuiltYet)[number]>;

export type AppParts = {
  config: Config;
  log: Logger;
  connection: Connection;
  databaseUrl: string;
  files: FileStore;
  clock?(): Date;
};

export type App = { http: FastifyInstance; stop(): Promise<void> };

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The HTTP side of Spotter. It serves exactly what is listed here. */
export async function createApp({
  config,
  log,
  connection,
  databaseUrl,
  files,
  clock = () => new Date(),
}: AppParts): Promise<App> {
  const { db, pool } = connection;
  let stopping = false;

  const listener = await createPgListener(databaseUrl, log);
  const read = preparedReads(pool);
  const callers = createCallers(read, () => listener.connected);
  listener.on(CALLER_CHANNEL, (userId) => callers.drop(userId));
  listener.onReconnect(() => callers.dropAll());
  const hub = createLiveHub({ db, listener, log });
  const streams = createStreams({ hub, listener, log });

  const handlers = {
    ...organizationsRoutes,
    ...gymsRoutes,
    ...usersRoutes,
    ...loginsRoutes,
    ...invitesRoutes,
    ...friendsRoutes,
    ...sessionsRoutes,
    ...registrationRoutes,
    ...notificationsRoutes,
    ...conversationsRoutes,
    ...demoRoutes({ files }),
    ...eventsRoutes({ streams, callers }),
  } satisfies Handlers<Built>;

  const http = await createHttpServer(config, log, observeRequest);
  answerWhileInReach(http, pool, databaseUrl);
  watchPool(pool);
  registerHealth(http, { pool, schemaCurrent: migrationsCurrent, stopping: () => stopping });
  registerMetrics(http, { token: config.METRICS_TOKEN });
  registerApiDocs(http, { version: '1' });
  registerFiles(http, files);
  if (!config.SMTP_URL && config.loopback) registerDevMail(http, db);
  const limits = config.RATE_LIMITS ? createLimits(pool) : noLimits;
  registerEndpoints(
    http,
    {
      db,
      read,
      config,
      log,
      limits,
      accessTokens: createAccessTokens(config.TOKEN_SECRET),
      callers,
      clock,
    },
    handlers,
  );
  registerAppleReturn(http);
  registerPreviews(http, { db, read, limits, config, files, page: () => appPage(webFolder) });
  await registerWebApp(http, webFolder, config.PUBLIC_URL);

  return {
    http,
    async stop() {
      stopping = true;
      streams.closeAll();
      await http.close();
      hub.close();
      await listener.close();
    },
  };
}
