import type { FastifyInstance } from 'fastify';
import { accountsFeature } from '#features/accounts/index.ts';
import { analyticsFeature } from '#features/analytics/index.ts';
import { announcementsFeature } from '#features/announcements/index.ts';
import { auditFeature } from '#features/audit/index.ts';
import { conversationPhotosFeature, conversationsFeature } from '#features/conversations/index.ts';
import { deletionFeature } from '#features/deletion/index.ts';
import {
  createDemoCalls,
  demoDataFeature,
  demoDeskFeature,
  demoFeature,
  demoVisitFeature,
  withDemoReplies,
} from '#features/demo/index.ts';
import { friendsFeature } from '#features/friends/index.ts';
import { gymDeskFeature } from '#features/gym-desk/index.ts';
import { gymsFeature } from '#features/gyms/index.ts';
import { homeFeature } from '#features/home/index.ts';
import { invitesFeature, posterFeature } from '#features/invites/index.ts';
import { loginsFeature } from '#features/logins/index.ts';
import { movingFeature } from '#features/moving/index.ts';
import { notificationsFeature } from '#features/notifications/index.ts';
import { operationsFeature } from '#features/operations/index.ts';
import { organizationsFeature, themesFeature } from '#features/organizations/index.ts';
import { previewsFeature } from '#features/previews/index.ts';
import { profilesFeature } from '#features/profiles/index.ts';
import { registrationFeature } from '#features/registration/index.ts';
import { retentionFeature } from '#features/retention/index.ts';
import { safetyFeature, tellPresence, tellSwitched } from '#features/safety/index.ts';
import { sessionsFeature } from '#features/sessions/index.ts';
import { superUsersFeature } from '#features/super-users/index.ts';
import { trainTogetherFeature } from '#features/train-together/index.ts';
import { avatarFeature, usersFeature } from '#features/users/index.ts';
import type { Config } from '#platform/config.ts';
import type { Connection } from '#platform/db/connect.ts';
import { migrationsCurrent } from '#platform/db/migrate.ts';
import { preparedReads, readsInside } from '#platform/db/reads.ts';
import { createReplicas } from '#platform/db/replicas/replicas.ts';
import type { Tenant } from '#platform/db/tenants.ts';
import { createLiveHub } from '#platform/events/live-hub.ts';
import { createPgListener } from '#platform/events/pg-listener.ts';
import { createPresence, type Presence } from '#platform/events/presence.ts';
import { CALLER_CHANNEL, createStreams } from '#platform/events/stream.ts';
import { type Feature, routesOf } from '#platform/feature.ts';
import type { FileStore } from '#platform/file-store.ts';
import { registerFiles } from '#platform/files/files.routes.ts';
import { clearMovedFiles, clearMovedFilesTimetable } from '#platform/files/moved-files.ts';
import { removeFile } from '#platform/files/remove-file.ts';
import { createFileSender } from '#platform/files/send-file.ts';
import { createDatabaseReach, whileDatabaseInReach } from '#platform/http/database-reach.ts';
import { registerApiDocs } from '#platform/http/docs/openapi.ts';
import { eventsRoutes, hearingOf } from '#platform/http/events.routes.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { closeWhileDraining, registerReadiness } from '#platform/http/health.ts';
import { createGate } from '#platform/http/limits/gate.ts';
import { callTurns } from '#platform/http/limits/turns.ts';
import { registerAppLinks } from '#platform/http/pages/app-links.ts';
import { registerPages } from '#platform/http/pages/pages.ts';
import { registerSecurityContact } from '#platform/http/pages/security-contact.ts';
import { appPage, registerWebApp } from '#platform/http/pages/web-app.ts';
import { registerEndpoints } from '#platform/http/register.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { cleanUp, cleanUpTimetable } from '#platform/jobs/clean-up.ts';
import { createLimits, noLimits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { createAccessTokens } from '#platform/logins/access-tokens.ts';
import { createCallers, readCallers } from '#platform/logins/callers.ts';
import { registerDevMail } from '#platform/mail/dev-mail.ts';
import { sendMail } from '#platform/mail/queue.ts';
import { observeRequest, registerMetrics, watchFiles, watchPool, watchUpkeep } from '#platform/metrics.ts';
import { createPulse } from '#platform/nodes/pulse.ts';
import { createOffload } from '#platform/offload/offload.ts';

/** Every feature of Spotter. The server serves exactly these. */
const features = [
  organizationsFeature,
  themesFeature,
  gymsFeature,
  usersFeature,
  avatarFeature,
  loginsFeature,
  auditFeature,
  notificationsFeature,
  announcementsFeature,
  invitesFeature,
  posterFeature,
  friendsFeature,
  sessionsFeature,
  gymDeskFeature,
  profilesFeature,
  registrationFeature,
  conversationsFeature,
  conversationPhotosFeature,
  trainTogetherFeature,
  safetyFeature,
  homeFeature,
  deletionFeature,
  superUsersFeature,
  analyticsFeature,
  accountsFeature,
  retentionFeature,
  movingFeature,
  demoFeature,
  demoVisitFeature,
  demoDeskFeature,
  demoDataFeature,
  previewsFeature,
  operationsFeature,
] as const;

const upkeep: Feature = {
  jobs: [sendMail, cleanUp, removeFile, clearMovedFiles],
  timetable: [cleanUpTimetable, clearMovedFilesTimetable],
};

/** All jobs, and the schedule of recurring ones. */
export const jobs = [...features, upkeep].flatMap((feature: Feature) => feature.jobs ?? []);
export const timetable = [...features, upkeep].flatMap((feature: Feature) => feature.timetable ?? []);

export type AppParts = {
  config: Config;
  log: Logger;
  connection: Connection;
  databaseUrl: string;
  /** The same database past a pooler; otherwise the same address. */
  directUrl: string;
  files: FileStore;
  /** The built web app. */
  webFolder: string;
  /** How long calls wait while the database gives no sign of life. */
  databasePatienceMs?: number;
  /** How old the last proof may be that notices of the database are heard. */
  echoPatienceMs?: number;
  clock?(): Date;
};

export type App = {
  http: FastifyInstance;
  /** Not ready anymore, but still serving: the balancer sends requests and streams elsewhere. */
  drain(): void;
  stop(): Promise<void>;
};

/** The HTTP side of Spotter. */
export async function createApp({
  config,
  log,
  connection,
  databaseUrl,
  directUrl,
  files,
  webFolder,
  databasePatienceMs,
  echoPatienceMs,
  clock = () => new Date(),
}: AppParts): Promise<App> {
  const { db, pool, inside, marks } = connection;
  let draining = false;
  const isDraining = () => draining;

  const listener = await createPgListener(directUrl, log);
  const marked = marks ? { mark: marks.mark } : undefined;
  const read = preparedReads(pool, marked);
  const pulse = await createPulse({ databaseUrl, listener, log, echoPatienceMs });
  const { isHeard } = pulse;
  const callers = createCallers(read, isHeard);
  listener.on(CALLER_CHANNEL, (userId) => callers.drop(userId));
  listener.onReconnect(() => callers.dropAll());
  const hub = createLiveHub({ db, listener, log, isHeard });
  const presence: Presence = createPresence({
    read,
    listener,
    log,
    onChange: (change) => tellPresence(read, presence.isOnline, change),
    onSwitched: (scope, userId) => tellSwitched(read, presence.isOnline, scope, userId),
  });
  const streams = createStreams({
    ...{ hub, listener, log, isHeard, presence },
    hearings: async (loginIds) =>
      new Map((await readCallers(read, loginIds)).map((caller) => [caller.loginId, hearingOf(caller)])),
    ...(marks && { shown: marks.latest }),
  });
  const replicas =
    marks && config.DATABASE_REPLICA_URL
      ? createReplicas({
          url: config.DATABASE_REPLICA_URL,
          max: config.DATABASE_POOL,
          log,
          floor: pulse.floor,
          latest: marks.latest,
        })
      : null;

  const limits = config.RATE_LIMITS ? createLimits(pool) : noLimits;
  const offload = createOffload();
  const demoCalls = createDemoCalls({ db, log });
  const sendFile = createFileSender(files);
  const parts = {
    db,
    read,
    limits,
    config,
    databaseUrl: directUrl,
    files,
    sendFile,
    presence,
    offload,
    page: () => appPage(webFolder),
  };
  const handlers = withDemoReplies({
    ...routesOf(features, parts),
    ...eventsRoutes({ streams, callers }),
  } satisfies Handlers);

  const http = await createHttpServer(config, log, observeRequest);
  closeWhileDraining(http, isDraining);
  watchPool(pool);
  watchFiles(pool);
  watchUpkeep(pool);
  http.get('/healthz', async () => ({ status: 'ok' }));
  registerReadiness(http, { config, pulse, hasSchema: await migrationsCurrent(pool), isDraining });
  registerSecurityContact(http, config);
  registerAppLinks(http, config);
  registerMetrics(http, { token: config.METRICS_TOKEN });
  registerApiDocs(http, { offload, version: '1' });
  const accessTokens = createAccessTokens(config.TOKEN_SECRET);
  const access = { db, inside, read, readsInside: (tenant: Tenant) => readsInside(pool, tenant, marked), replicas };
  // Twice as many calls as connections, because some calls are busy with something other than the database.
  // One organization never holds all connections, so the others' calls find one free.
  const gate = createGate({ atOnce: 2 * config.DATABASE_POOL, mostPerLane: Math.ceil(0.75 * config.DATABASE_POOL) });
  const turns = callTurns(config);
  const reach = createDatabaseReach({ pool, databaseUrl: directUrl, patienceMs: databasePatienceMs });
  registerFiles(http, { sendFile, limits, reach });
  await whileDatabaseInReach(http, reach, (inReach) => {
    if (!config.SMTP_URL && config.isLocal) registerDevMail(inReach, db);
    registerEndpoints(
      inReach,
      {
        ...access,
        config,
        log,
        limits,
        accessTokens,
        callers,
        gate,
        turns,
        offload,
        clock,
        demoCalled: demoCalls.count,
      },
      handlers,
    );
  });
  await registerPages(http, { limits, turns, gate, reach }, (pages) => {
    for (const feature of features as readonly Feature[]) feature.pages?.(pages, parts);
  });
  await registerWebApp(http, { folder: webFolder, db, publicUrl: config.PUBLIC_URL });

  return {
    http,
    drain() {
      draining = true;
    },
    async stop() {
      draining = true;
      streams.closeAll();
      // A client that doesn't let go must not keep the others from a new server.
      const force = setTimeout(() => http.server.closeAllConnections(), config.STOP_SECONDS * 1_000);
      await http.close();
      clearTimeout(force);
      offload.close();
      await demoCalls.close();
      hub.close();
      await presence.close();
      await pulse.close();
      await listener.close();
      await replicas?.close();
    },
  };
}
