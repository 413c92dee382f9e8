import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { cloneDatabase } from '#testing/database.ts';
import { agreeOnKeys, changeKeys } from './shared-keys.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await cloneDatabase('empty');
  connection = connect(database.url, { max: 4, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const ours = { TOKEN_SECRET: 'the secret that the first process has', PUSH_KEY: 'the key it signs pushes with' };

test('keeps the keys of the first process and refuses others until they are changed on purpose', async () => {
  const { db } = connection;
  await agreeOnKeys(db, ours);
  await agreeOnKeys(db, ours);
  const otherSecret = { ...ours, TOKEN_SECRET: 'a secret that another process made for itself' };
  await expect(agreeOnKeys(db, otherSecret)).rejects.toThrow(
    /^TOKEN_SECRET must be the same on every process .* `npm run change-keys` .*\.$/,
  );
  await expect(agreeOnKeys(db, { TOKEN_SECRET: 'other', PUSH_KEY: 'other' })).rejects.toThrow(
    /^TOKEN_SECRET and PUSH_KEY must be the same/,
  );
  await agreeOnKeys(db, ours);

  await changeKeys(db, otherSecret);
  await agreeOnKeys(db, otherSecret);
  await expect(agreeOnKeys(db, ours)).rejects.toThrow(/^TOKEN_SECRET must/);
  await changeKeys(db, ours);
  await agreeOnKeys(db, ours);
});

test('lets one of several processes win that start together with different keys', async () => {
  const { db } = connection;
  await db.deleteFrom('keys_in_use').execute();
  const starts = Array.from({ length: 4 }, (_, n) => agreeOnKeys(db, { ...ours, TOKEN_SECRET: `secret ${n}` }));
  const started = (await Promise.allSettled(starts)).filter(({ status }) => status === 'fulfilled');
  expect(started).toHaveLength(1);
});
