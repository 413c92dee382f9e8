import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { createAccessTokens } from '#platform/logins/access-tokens.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { newPushKey } from '#platform/push-key.ts';
import { cloneDatabase } from '#testing/database.ts';
import { startServerProcess } from '#testing/server-process.ts';

const secret = 'a secret of at least thirty-two characters';
/** As many as the server runs at a time. */
const JOBS = 4;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let folder = '';

beforeAll(async () => {
  database = await cloneDatabase('cast');
  connection = connect(database.url, { max: 3, onError: () => {} });
  folder = mkdtempSync(join(tmpdir(), 'spotter-jobs-'));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function tokenOf(userId: string): Promise<string> {
  const id = newId();
  const login = { id, user_id: userId, method: 'password', expires_at: sql<Date>`now() + interval '1 hour'` };
  await connection.db.insertInto('logins').values(login).execute();
  return createAccessTokens(secret).sign({ userId, loginId: id, organizationId: null });
}

test('a first load of home does not wait for jobs that hold all connections of theirs', async () => {
  const { db } = connection;
  const token = await tokenOf(inject('cast').ana.id);
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.count;
  };
  for (let nth = 1; nth <= 2 * JOBS; nth += 1)
    await queueMail(db, { to: `${nth}@mail.example`, subject: 'Hello', text: 'Hello', html: 'Hello', kind: 'digest' });
  const holder = await connection.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin; lock table mails in access exclusive mode');
  const server = await startServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    DATABASE_POOL: String(JOBS),
    TOKEN_SECRET: secret,
    PUSH_KEY: newPushKey(),
  });
  onTestFinished(() => void server.end());
  await expect.poll(() => server.get('/readyz')).toBe(200);
  await expect.poll(waiting).toBe(JOBS);
  expect(await server.get('/api/v1/home/', { authorization: `Bearer ${token}` })).toBe(200);
  expect(await waiting()).toBe(JOBS);
  await holder.query('rollback');
  server.end();
  expect(await server.ended).toBe(0);
});
