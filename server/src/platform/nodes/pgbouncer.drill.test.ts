import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '#platform/db/connect.ts';
import { settlePooler } from '#platform/db/pooler.ts';
import { createLogger } from '#platform/log.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { cloneDatabase } from '#testing/database.ts';
import { askFor, everyRead } from '#testing/every-read.ts';
import { pgBouncer, startPgBouncer } from '#testing/pgbouncer.ts';
import { addSession } from '#testing/test-data.ts';

const after: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of after.splice(0).reverse()) await end();
});

async function appBehind(settings: Record<string, string | number>, { hasDirectWay = false } = {}): Promise<TestApp> {
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
  const app = await startTestApp(
    { DATABASE_POOL: '20' },
    {
      hasDirectWay,
      through: async (url) => {
        bouncer = await startPgBouncer(url, settings);
        return bouncer.url;
      },
    },
  );
  after.push(
    () => bouncer!.stop(),
    () => app.stop(),
  );
  return app;
}

/** How long a sign-in lives on that another process has revoked, in milliseconds. */
async function revoked(app: TestApp): Promise<number> {
  const ben = app.with(await app.tokenFor(app.cast.ben));
  for (let call = 0; call < 3; call++) expect((await ben.getMe()).status).toBe(200);
  await app.pool.query('update logins set revoked_at = now() where user_id = $1', [app.cast.ben.id]);
  const began = performance.now();
  for (;;) {
    const { status } = await ben.getMe();
    if (status === 401) return performance.now() - began;
    expect(status).toBe(200);
  }
}

const lines = () => {
  const said: string[] = [];
  return { said, log: createLogger('info', { write: (line: string) => said.push(line) }) };
};

describe('behind PgBouncer in transaction mode', () => {
  test('every read and hundreds of writes at once work with the default settings', async ({ skip }) => {
    skip(
      Boolean(pgBouncer.isMissing || pgBouncer.keepsNoStatements),
      pgBouncer.isMissing || pgBouncer.keepsNoStatements || '',
    );
    const app = await appBehind({ pool_mode: 'transaction' }, { hasDirectWay: true });
    const { cast, db } = app;
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
    const readers = [cast.ana, cast.eve];
    for (const entry of everyRead)
      await Promise.all(readers.map((reader) => askFor(app, entry, reader, { id: session })));
    const ana = await app.as(cast.ana);
    const wrote = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        ana.sendSessionMessage({ params: { id: session }, body: { content: `Message ${n}` } }),
      ),
    );
    expect(wrote.every(({ status }) => status === 201)).toBe(true);
    await app.runJobs();
    expect(await revoked(app)).toBeLessThan(1_000);
  });

  test('without a way past it, a revoked sign-in is refused within a second, and the operator is told', async ({
    skip,
  }) => {
    skip(
      Boolean(pgBouncer.isMissing || pgBouncer.keepsNoStatements),
      pgBouncer.isMissing || pgBouncer.keepsNoStatements || '',
    );
    const app = await appBehind({ pool_mode: 'transaction' });
    expect(await revoked(app)).toBeLessThan(1_000);
    const { said, log } = lines();
    await settlePooler({ databaseUrl: app.databaseUrl, directUrl: app.databaseUrl }, log);
    expect(said.join('')).toContain('set DATABASE_DIRECT_URL to PostgreSQL itself');
  });

  test('a PgBouncer that loses prepared statements is refused by name', async ({ skip }) => {
    skip(Boolean(pgBouncer.isMissing), pgBouncer.isMissing || '');
    const database = await cloneDatabase();
    after.push(() => database.drop());
    const settings = { pool_mode: 'transaction', ...(!pgBouncer.keepsNoStatements && { max_prepared_statements: 0 }) };
    const bouncer = await startPgBouncer(database.url, settings);
    after.push(() => bouncer.stop());
    await expect(
      settlePooler({ databaseUrl: bouncer.url, directUrl: database.url }, createLogger('silent')),
    ).rejects.toThrow('loses prepared statements between transactions');
  });
});

test('behind PgBouncer in session mode everything is heard, and the role has the limits of a statement', async ({
  skip,
}) => {
  skip(Boolean(pgBouncer.isMissing), pgBouncer.isMissing || '');
  const app = await appBehind({ pool_mode: 'session', default_pool_size: 60 });
  expect(await revoked(app)).toBeLessThan(1_000);

  const database = await cloneDatabase();
  after.push(() => database.drop());
  const bouncer = await startPgBouncer(database.url, { pool_mode: 'session' });
  after.push(() => bouncer.stop());
  const { said, log } = lines();
  await settlePooler({ databaseUrl: bouncer.url, directUrl: database.url }, log);
  expect(said.join('')).toContain('the database role got time limits');
  const connection = connect(bouncer.url, { max: 2, onError: () => {} });
  after.push(() => connection.close());
  const { rows } = await connection.pool.query(`select current_setting('statement_timeout') as limit`);
  expect(rows).toEqual([{ limit: '15s' }]);
});
