import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';

const REFRESH_DAYS = 30;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Each refresh token has one successor, which only the server can compute from it. So a token always returns the same
 * successor, to twenty tabs or to a client that lost the answer, without storing the successor in clear.
 */
const successorOf = (token: string, secret: string) =>
  createHmac('sha256', secret).update('refresh-successor').update(token).digest('base64url');

const expiry = sql<Date>`now() + make_interval(days => ${REFRESH_DAYS})`;

type Lifetime = Pick<Config, 'SIGN_IN_DAYS'>;

/** When a sign-in used now expires: after a period without use, and at the end of its lifetime. */
export const loginExpiry = ({ SIGN_IN_DAYS }: Lifetime, begun = sql<Date>`now()`) =>
  sql<Date>`least(${expiry}, ${begun} + make_interval(days => ${SIGN_IN_DAYS}))`;

/** The first token of a new sign-in. */
export async function firstRefreshToken(db: Db, loginId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('refresh_tokens')
    .values({ token_hash: hashOf(token), login_id: loginId, expires_at: expiry })
    .execute();
  return token;
}

export type Rotation =
  | { outcome: 'rotated'; token: string; loginId: string; userId: string }
  | { outcome: 'refused' }
  | { outcome: 'replayed'; loginId: string; userId: string };

/**
 * Exchanges a token for its successor. A token whose successor has been used is dead: someone else holds a copy, and
 * the caller must end the whole family. Must run in a transaction.
 */
export async function rotate(
  tx: Db,
  token: string,
  config: Lifetime & Pick<Config, 'TOKEN_SECRET'>,
): Promise<Rotation> {
  const hash = hashOf(token);
  // The lock on the sign-in serializes parallel refreshes of one family.
  const login = await tx
    .selectFrom('refresh_tokens as t')
    .innerJoin('logins as l', 'l.id', 't.login_id')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.user_id'])
    .where('t.token_hash', '=', hash)
    .where('l.revoked_at', 'is', null)
    .where('u.is_active', '=', true)
    .where(({ eb, or, fn }) => or([eb('u.demo_expires_at', 'is', null), eb('u.demo_expires_at', '>', fn<Date>('now'))]))
    .where(({ eb, fn }) => eb('l.expires_at', '>', fn<Date>('now')))
    .forUpdate('l')
    .executeTakeFirst();
  if (!login) return { outcome: 'refused' };

  // Read after the lock: a concurrent refresh may have rotated meanwhile.
  const { rows } = await sql<{ live: boolean; has_successor: boolean; successor_used: boolean }>`
    select t.expires_at > now() as live, s.token_hash is not null as has_successor, s.used_at is not null as successor_used
    from refresh_tokens t left join refresh_tokens s on s.parent_hash = t.token_hash
    where t.token_hash = ${hash}`.execute(tx);
  const state = rows[0];
  if (!state?.live) return { outcome: 'refused' };
  if (state.successor_used) return { outcome: 'replayed', loginId: login.id, userId: login.user_id };

  const successor = successorOf(token, config.TOKEN_SECRET);
  if (!state.has_successor) {
    await tx
      .insertInto('refresh_tokens')
      .values({ token_hash: hashOf(successor), login_id: login.id, parent_hash: hash, expires_at: expiry })
      .execute();
    await tx.updateTable('refresh_tokens').set({ used_at: sql`now()` }).where('token_hash', '=', hash).execute();
    await tx
      .updateTable('logins')
      .set({ last_used_at: sql`now()`, expires_at: loginExpiry(config, sql`created_at`) })
      .where('id', '=', login.id)
      .execute();
  }
  return { outcome: 'rotated', token: successor, loginId: login.id, userId: login.user_id };
}

/** The sign-in of a refresh token, for ending it. */
export const loginOfRefreshToken = (db: Db, token: string) => loginOfDigest(db, hashOf(token));

/** The same by the token's digest alone. */
export async function loginOfDigest(db: Db, digest: Buffer) {
  return db
    .selectFrom('refresh_tokens as t')
    .innerJoin('logins as l', 'l.id', 't.login_id')
    .select(['l.id as loginId', 'l.user_id as userId'])
    .where('t.token_hash', '=', digest)
    .executeTakeFirst();
}
