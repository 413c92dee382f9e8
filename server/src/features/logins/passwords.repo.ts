import { holdsNothingPrivate } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { hasProvenAddressSql } from '#platform/logins/proven-address.ts';
import { isFamiliarSql } from './logins.repo.ts';

const closeLinksStatement = statement('close-reset-links', { userId: 'uuid' })(
  'update password_resets set used_at = now() where user_id = $userId and used_at is null',
);

/** Open reset links were issued for the old password. */
export async function closeResetLinks(tx: Db, userId: string): Promise<void> {
  await run(tx, closeLinksStatement, { userId });
}

type Owner = {
  email: string;
  first_name: string;
  organization_id: string | null;
  is_demo_user: boolean;
  has_answered: boolean;
};

const storeStatement = statement('store-password', { userId: 'uuid', passwordHash: 'text' })<Owner>(
  `update users set password_hash = $passwordHash, must_change_password = false, setup_code_hash = null,
    setup_code_expires_at = null
  where id = $userId
  returning email, first_name, organization_id, is_demo_user, ${hasProvenAddressSql('users')} as has_answered`,
);

/** A password of the member's own; setup codes end. */
export async function storePassword(tx: Db, userId: string, passwordHash: string): Promise<Owner> {
  const [owner] = await run(tx, storeStatement, { userId, passwordHash });
  return owner!;
}

type ChangingAccount = {
  email: string;
  must_change_password: boolean;
  method: string;
  holds_nothing_private: boolean;
};

type SignedIn = { loginId: string; organizationId: string | null };

const changingStatement = statement('account-changing-password', {
  loginId: 'uuid',
  organizationId: 'uuid?',
})<ChangingAccount>(
  `select u.email, u.must_change_password, l.method, ${holdsNothingPrivate} as holds_nothing_private
  from users u inner join logins l on l.user_id = u.id
  where l.id = $loginId and ($organizationId is null or u.organization_id = $organizationId)`,
);

/** The account of a sign-in, and how it signed in. */
export async function readChangingAccount(db: Db, { loginId, organizationId }: SignedIn): Promise<ChangingAccount> {
  const [account] = await run(db, changingStatement, { loginId, organizationId });
  return account!;
}

type LinkCounts = { recent: number; open: number; from_network: number; is_familiar: boolean };

const countStatement = statement('count-reset-links', { userId: 'uuid', from: 'text' })<LinkCounts>(
  `select
    (select count(*)::int from password_resets where user_id = $userId and created_at > now() - interval '1 minute')
      as recent,
    (select count(*)::int from password_resets
      where user_id = $userId and used_at is null and expires_at > now()) as open,
    (select count(*)::int from password_resets where asked_from = $from and created_at > now() - interval '1 hour')
      as from_network,
    ${isFamiliarSql('$userId', '$from')} as is_familiar`,
);

/** How many links this person and this network have requested. */
export async function countLinks(tx: Db, userId: string, from: string): Promise<LinkCounts> {
  const [counts] = await run(tx, countStatement, { userId, from });
  return counts!;
}

type ResettingAccount = {
  id: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  organization_id: string | null;
};

const lockStatement = statement('lock-account-by-email', { email: 'text' })<ResettingAccount>(
  `select id, email, email_verified, first_name, organization_id from users
  where lower(email) = $email and is_active = true and is_demo_user = false for update`,
);

/** An account that may get a link. */
export async function lockAccountByEmail(tx: Db, email: string): Promise<ResettingAccount | undefined> {
  const [account] = await run(tx, lockStatement, { email });
  return account;
}

const insertLinkStatement = statement('insert-reset-link', {
  tokenHash: 'bytea',
  userId: 'uuid',
  from: 'text',
  minutes: 'int',
})(
  `insert into password_resets (token_hash, user_id, asked_from, expires_at)
  values ($tokenHash, $userId, $from, now() + make_interval(mins => $minutes))`,
);

type NewLink = { tokenHash: Buffer; userId: string; from: string; minutes: number };

export async function insertLink(tx: Db, link: NewLink): Promise<void> {
  await run(tx, insertLinkStatement, link);
}

const unproven = `select u.id from users u where u.id = $userId and not ${hasProvenAddressSql('u')}`;

const forgetIdentitiesStatement = statement('forget-unproven-identities', { userId: 'uuid' })(
  `delete from social_identities where user_id in (${unproven})`,
);
const forgetCalendarsStatement = statement('forget-unproven-calendars', { userId: 'uuid' })(
  `update calendar_feeds set revoked_at = now() where revoked_at is null and user_id in (${unproven})`,
);

/** Whoever registered an address before its owner proved it may have left other keys: they end with the first proof. */
export async function forgetUnprovenKeys(tx: Db, userId: string): Promise<void> {
  await run(tx, forgetIdentitiesStatement, { userId });
  await run(tx, forgetCalendarsStatement, { userId });
}

const openLinkSql = 'token_hash = $tokenHash and used_at is null and expires_at > now()';

const knownLinkStatement = statement('open-reset-link', { tokenHash: 'bytea' })<object>(
  `select user_id from password_resets where ${openLinkSql}`,
);

export async function isOpenLink(db: Db, tokenHash: Buffer): Promise<boolean> {
  return (await run(db, knownLinkStatement, { tokenHash })).length > 0;
}

const spendLinkStatement = statement('spend-reset-link', { tokenHash: 'bytea' })<{ user_id: string }>(
  `update password_resets set used_at = now() where ${openLinkSql} returning user_id`,
);

/** Returns whose it was; undefined unless it was open. */
export async function spendLink(tx: Db, tokenHash: Buffer): Promise<string | undefined> {
  const [spent] = await run(tx, spendLinkStatement, { tokenHash });
  return spent?.user_id;
}
