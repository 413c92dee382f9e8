import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { provenAddress } from '#platform/logins/proven-address.ts';

type LatestCode = { id: string; age: number };

const latestStatement = statement('latest-email-code', { userId: 'uuid' })<LatestCode>(
  `select id, extract(epoch from now() - created_at)::float8 as age from email_codes
  where user_id = $userId and purpose = 'verify_email' order by created_at desc limit 1`,
);

/** With its age in seconds. */
export async function readLatestCode(db: Db, userId: string): Promise<LatestCode | undefined> {
  const [latest] = await run(db, latestStatement, { userId });
  return latest;
}

const closeStatement = statement('close-email-code', { id: 'uuid' })<{ tries: number }>(
  'update email_codes set used_at = now() where id = $id returning tries',
);

/** Ends a code and returns its attempts, none if it is gone. Concurrent guesses wait for this row and then find the code ended. */
export async function closeCode(tx: Db, id: string): Promise<number> {
  const [closed] = await run(tx, closeStatement, { id });
  return closed?.tries ?? 0;
}

const countStatement = statement('count-email-codes', { userId: 'uuid' })<{ codes: number; oldest: number }>(
  `select count(*)::int as codes, extract(epoch from now() - min(created_at))::float8 as oldest from email_codes
  where user_id = $userId and purpose = 'verify_email' and created_at > now() - interval '1 day'`,
);

/** The codes of the last 24 hours, and the age of the oldest in seconds. */
export async function countCodesToday(tx: Db, userId: string): Promise<{ codes: number; oldest: number }> {
  const [counted] = await run(tx, countStatement, { userId });
  return counted!;
}

const insertStatement = statement('insert-email-code', {
  id: 'uuid',
  userId: 'uuid',
  codeHash: 'bytea',
  tries: 'int',
  minutes: 'int',
})(
  `insert into email_codes (id, user_id, purpose, code_hash, tries, expires_at)
  values ($id, $userId, 'verify_email', $codeHash, $tries, now() + make_interval(mins => $minutes))`,
);

type NewCode = { id: string; userId: string; codeHash: Buffer; tries: number; minutes: number };

export async function insertCode(tx: Db, code: NewCode): Promise<void> {
  await run(tx, insertStatement, code);
}

const tryStatement = statement('try-email-code', { id: 'uuid', most: 'int' })<{ code_hash: Buffer; tries: number }>(
  `update email_codes set tries = tries + 1
  where id = $id and tries < $most and used_at is null and expires_at > now() returning code_hash, tries`,
);

/** Counts an attempt at a code that is open and has attempts left; undefined for any other. */
export async function tryCode(db: Db, id: string, most: number) {
  const [tried] = await run(db, tryStatement, { id, most });
  return tried;
}

export const lockReceiver = (tx: Db, userId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'role', 'organization_id', 'email_verified'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

export type Receiver = { id: string; email: string; role: string; organization_id: string | null };

export const readReceiver = (tx: Db, userId: string): Promise<Receiver> =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'role', 'organization_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

export async function isVerified(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('email_verified').where('id', '=', userId).executeTakeFirst();
  return user?.email_verified ?? false;
}

/** The member has used a code or link that came by mail. */
export async function noteAnswer(tx: Db, userId: string): Promise<void> {
  await tx.updateTable('users').set(provenAddress).where('id', '=', userId).execute();
}
