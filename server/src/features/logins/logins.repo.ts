import { isUntouched } from '#features/users/index.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, statement, variants } from '#platform/db/statement.ts';
import { type Closure, closureSql } from '#platform/logins/callers.ts';
import { provenAddress } from '#platform/logins/proven-address.ts';
import { loginExpiry } from '#platform/logins/refresh-tokens.ts';

/** SQL for whether a person has signed in from a network of late. */
export const isFamiliarSql = (userId: string, network: string) =>
  `exists (select from logins l where l.user_id = ${userId} and l.ip <<= ${network}::inet
    and l.created_at > now() - interval '90 days')`;

type Account = {
  id: string;
  password_hash: string | null;
  must_change_password: boolean;
  setup_code_hash: string | null;
  is_active: boolean;
  is_untouched: boolean;
  setup_code_live: boolean;
  is_familiar: boolean;
  /** Of its organization. */
  closure: Closure | null;
};

const accountStatement = statement('account-to-sign-in', { email: 'text', network: 'text' })<Account>(
  `select u.id, u.password_hash, u.must_change_password, u.setup_code_hash, u.is_active,
    ${isUntouched} as is_untouched, coalesce(u.setup_code_expires_at > now(), false) as setup_code_live,
    ${isFamiliarSql('u.id', '$network')} as is_familiar,
    (select ${closureSql} from organizations o where o.id = u.organization_id) as closure
  from users u where lower(u.email) = $email`,
);

export async function findAccount(db: Db, values: { email: string; network: string }): Promise<Account | undefined> {
  const [account] = await run(db, accountStatement, values);
  return account;
}

/** A code works once: says whether it was there. It came by mail, so it verifies the address too. */
export async function spendSetupCode(
  tx: Db,
  { id, setup_code_hash }: Pick<Account, 'id' | 'setup_code_hash'>,
): Promise<boolean> {
  const spent = await tx
    .updateTable('users')
    .set({ setup_code_hash: null, setup_code_expires_at: null, must_change_password: true, ...provenAddress })
    .where('id', '=', id)
    .where('setup_code_hash', '=', setup_code_hash)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}

type NewLogin = {
  id: string;
  user_id: string;
  method: string;
  user_agent: string;
  language: string | null;
  ip: string;
};

export async function insertLogin(tx: Db, login: NewLogin, lifetime: Pick<Config, 'SIGN_IN_DAYS'>): Promise<void> {
  await tx
    .insertInto('logins')
    .values({ ...login, expires_at: loginExpiry(lifetime) })
    .execute();
}

type EndReason = 'logout' | 'revoked' | 'password_changed' | 'password_reset' | 'replayed';

const endVariant = variants({ userId: 'uuid', reason: 'text', only: 'uuid?', except: 'uuid?' })<object>();

/** Ends sign-ins and returns how many; their access tokens are refused from the next call on. */
export async function endLogins(
  tx: Db,
  { userId, only, except }: { userId: string; only?: string; except?: string },
  reason: EndReason,
): Promise<number> {
  const asked = endVariant(
    `end-logins:${only !== undefined}:${except !== undefined}`,
    () => `update logins set revoked_at = now(), revoked_reason = $reason where user_id = $userId and revoked_at is null
      ${only === undefined ? '' : 'and id = $only'} ${except === undefined ? '' : 'and id <> $except'} returning id`,
  );
  const ended = await run(tx, asked, { userId, reason, only: only ?? null, except: except ?? null });
  return ended.length;
}

/** The sign-in an emulation was started from; any other is its own. */
export async function readOwnLogin(db: Db, loginId: string): Promise<string> {
  const login = await db.selectFrom('logins').select('parent_login_id').where('id', '=', loginId).executeTakeFirst();
  return login?.parent_login_id ?? loginId;
}

type LoginRow = {
  id: string;
  method: 'password';
  user_agent: string;
  ip: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

const listStatement = statement('open-logins', { userId: 'uuid' })<LoginRow>(
  `select id, method, user_agent, host(ip) as ip, ${instantSql('created_at')} as created_at,
    ${instantSql('last_used_at')} as last_used_at, ${instantSql('expires_at')} as expires_at
  from logins where user_id = $userId and revoked_at is null and expires_at > now()
  order by last_used_at desc, id desc limit 100`,
);

export const readOpenLogins = (db: Db, userId: string): Promise<LoginRow[]> => run(db, listStatement, { userId });
