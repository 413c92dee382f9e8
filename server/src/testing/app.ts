import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, inject } from 'vitest';
import { loadConfig } from '#platform/config.ts';
import { connect } from '#platform/db/connect.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { newId } from '#platform/ids.ts';
import { startJobRunner } from '#platform/jobs/runner.ts';
import { createLogger } from '#platform/log.ts';
import { createAccessTokens } from '#platform/logins/access-tokens.ts';
import { hashCheaply } from '#platform/logins/passwords.ts';
import { createMailTransport } from '#platform/mail-transport.ts';
import { createPushSender } from '#platform/push/push.ts';
import { PATIENCE_MS } from '../../../scripts/patience.ts';
import { createApp, jobs } from '../app.ts';
import type { CastMember } from './cast.ts';
import { createClient } from './client.ts';
import { cloneDatabase } from './database.ts';
import { writeWebBuild } from './web-build.ts';

hashCheaply();

type Options = {
  /** Where the log goes. */
  logTo?: { write(line: string): void };
  /** Puts something between the server and its database: takes the address and returns the one to use. */
  through?(databaseUrl: string): Promise<string>;
  /** What is between leaves a way past it, as a pooler does. */
  hasDirectWay?: boolean;
  /** Puts something on the direct way alone, on which notices come. */
  throughDirectly?(databaseUrl: string): Promise<string>;
};

/** The whole server on its own database, with only the cast in it. */
export async function startTestApp(
  environment: Record<string, string> = {},
  { logTo, through, hasDirectWay = false, throughDirectly }: Options = {},
) {
  const database = await cloneDatabase('cast');
  const folder = mkdtempSync(join(tmpdir(), 'spotter-test-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    MAIL_REQUIRED: 'off',
    TOKEN_SECRET: 'a secret that only the tests of this very run ever use',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    DATABASE_POOL: '12',
    ...environment,
  });
  const log = createLogger(config.LOG_LEVEL, logTo);
  const databaseUrl = (await through?.(database.url)) ?? database.url;
  const directUrl = (await throughDirectly?.(database.url)) ?? (hasDirectWay ? database.url : databaseUrl);
  // Where nothing is between server and database, a silence is the machine's.
  const patience =
    through || throughDirectly
      ? {}
      : { openingMs: PATIENCE_MS, databasePatienceMs: PATIENCE_MS, echoPatienceMs: PATIENCE_MS };
  const connection = connect(databaseUrl, {
    max: config.DATABASE_POOL,
    onError: () => {},
    isMarked: config.DATABASE_REPLICA_URL !== undefined,
    ...patience,
  });
  const { db, pool } = connection;
  const files = openFiles(config);
  const mail = createMailTransport(config);
  const push = createPushSender(config);
  const runner = await startJobRunner({
    connectionString: directUrl,
    jobs,
    log,
    ctx: { config, mail, push, files },
    continuous: false,
  });
  const cast = inject('cast');
  const webFolder = join(folder, 'web');
  writeWebBuild(webFolder);
  const parts = { config, log, connection, databaseUrl, directUrl, files, webFolder };
  const app = await createApp({ ...parts, ...patience });
  const accessTokens = createAccessTokens(config.TOKEN_SECRET);

  /** A sign-in without the sign-in call, which has its own tests and is slow on purpose. */
  async function tokenFor(person: CastMember, emulate?: string): Promise<string> {
    const newLogin = async (emulation: object = {}) => {
      const id = newId();
      await db
        .insertInto('logins')
        .values({
          id,
          user_id: person.id,
          method: 'password',
          expires_at: sql`now() + interval '1 hour'`,
          ...emulation,
        })
        .execute();
      return id;
    };
    let loginId = await newLogin();
    if (emulate)
      loginId = await newLogin({ method: 'emulation', emulated_organization_id: emulate, parent_login_id: loginId });
    return accessTokens.sign({ userId: person.id, loginId, organizationId: emulate ?? null });
  }

  return {
    ...parts,
    db,
    pool,
    http: app.http,
    drain: app.drain,
    cast,
    accessTokens,
    tokenFor,
    /** Signed out. */
    visitor: createClient(app.http, null),
    with: (token: string) => createClient(app.http, token),
    as: async (person: CastMember, emulate?: string) => createClient(app.http, await tokenFor(person, emulate)),
    /** Runs queued jobs, then returns the mails to an address, newest first. */
    async mailsTo(address: string) {
      await runner.drain();
      return db
        .selectFrom('mails')
        .selectAll()
        .where('to_address', '=', address)
        .orderBy('created_at', 'desc')
        .execute();
    },
    runJobs: () => runner.drain(),
    async stop() {
      await app.stop();
      await runner.stop();
      push.close();
      await connection.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** One app per test file. */
export function useTestApp(environment?: Record<string, string>, options?: Options): () => TestApp {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await startTestApp(environment, options);
  });
  afterAll(() => app?.stop());
  return () => app!;
}
