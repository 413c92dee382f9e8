import type { Db } from '#platform/db/connect.ts';

/** Undefined if there is no such account. */
export const readPassword = (db: Db, userId: string): Promise<{ password_hash: string | null } | undefined> =>
  db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();

export const readIdentities = (db: Db, userId: string) =>
  db.selectFrom('social_identities').select(['issuer', 'subject', 'provider']).where('user_id', '=', userId).execute();
