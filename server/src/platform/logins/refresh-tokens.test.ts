import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { cloneDatabase } from '#testing/database.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { firstRefreshToken, rotate } from './refresh-tokens.ts';

const config = { TOKEN_SECRET: 'a secret that only this file knows', SIGN_IN_DAYS: 90 };
const userId = newId();
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 4, onError: () => {} });
  await connection.db.insertInto('users').values({ id: userId, email: 'a@b.example', first_name: 'Ana' }).execute();
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function newLogin() {
  const id = newId();
  await connection.db
    .insertInto('logins')
    .values({ id, user_id: userId, method: 'password', expires_at: sql`now() + interval '30 days'` })
    .execute();
  return { id, token: await firstRefreshToken(connection.db, id) };
}

/** Like the sign-in call: a token presented too late ends the whole family. */
const present = (token: string) =>
  connection.db.transaction().execute(async (tx) => {
    const outcome = await rotate(tx, token, config);
    if (outcome.outcome === 'replayed')
      await tx.updateTable('logins').set({ revoked_at: sql`now()` }).where('id', '=', outcome.loginId).execute();
    return outcome;
  });

/**
 * A model of the rule: tokens form a row, and `newest` is the last one issued. Only the last two are alive; presenting
 * an older one ends all.
 */
type Model = { tokens: string[]; ended: boolean };

test('follows the rule for any tokens in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 14 }), async (history) => {
      const { token } = await newLogin();
      const model: Model = { tokens: [token], ended: false };
      for (const back of history) {
        const position = Math.max(0, model.tokens.length - 1 - back);
        const outcome = await present(model.tokens[position] ?? '');
        const age = model.tokens.length - 1 - position;
        if (model.ended) expect(outcome.outcome).toBe('refused');
        else if (age >= 2) {
          expect(outcome.outcome).toBe('replayed');
          model.ended = true;
        } else {
          expect(outcome).toMatchObject({ outcome: 'rotated' });
          const successor = outcome.outcome === 'rotated' ? outcome.token : '';
          if (age === 1) expect(successor).toBe(model.tokens.at(-1));
          else {
            expect(model.tokens).not.toContain(successor);
            model.tokens.push(successor);
          }
        }
      }
    }),
    runs(15),
  );
});

test('ends one family without affecting another', async () => {
  const [one, other] = [await newLogin(), await newLogin()];
  const second = await present(one.token);
  await present(second.outcome === 'rotated' ? second.token : '');
  expect((await present(one.token)).outcome).toBe('replayed');
  expect((await present(other.token)).outcome).toBe('rotated');
});

test("needs the server's key to compute a successor, and stores neither token in clear", async () => {
  const { token } = await newLogin();
  const outcome = await present(token);
  const successor = outcome.outcome === 'rotated' ? outcome.token : '';
  const { rows } = await connection.pool.query('select to_jsonb(t)::text as row from refresh_tokens t');
  const stored = JSON.stringify(rows);
  for (const readable of [token, successor]) {
    expect(readable).toMatch(/^[\w-]{43}$/);
    expect(stored).not.toContain(readable);
    expect(stored).not.toContain(Buffer.from(readable, 'base64url').toString('hex'));
  }
  const elsewhere = await connection.db
    .transaction()
    .execute((tx) => rotate(tx, successor, { ...config, TOKEN_SECRET: 'another secret' }));
  const here = await connection.db.transaction().execute((tx) => rotate(tx, token, config));
  expect(elsewhere.outcome).toBe('rotated');
  expect(here.outcome).toBe('replayed');
});
