import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

export type Inviter = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  avatarColor: string;
  avatarUrl: string | null;
  organization: { id: string; name: string };
  /** The inviter's gym, which invited people join. */
  gym: { id: string; name: string } | null;
  blocked: boolean;
  friends: boolean;
};

/** Demo and deactivated accounts cannot invite. */
const inviterSql = (
  who: string,
) => `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.avatar_color as "avatarColor",
    '/files/' || u.avatar_key as "avatarUrl", json_build_object('id', o.id, 'name', o.name) as organization,
    (select json_build_object('id', g.id, 'name', g.name) from gyms g
      where g.organization_id = o.id and g.is_active
      order by g.id is not distinct from u.default_gym_id desc, g.id is not distinct from u.current_gym_id desc, g.created_at, g.id
      limit 1) as gym,
    ${blockedBetween('u.id', '$readerId', 'o.id')} as blocked,
    exists (select from friendships f where f.organization_id = o.id
      and f.user_low_id = least(u.id, $readerId) and f.user_high_id = greatest(u.id, $readerId)) as friends
  from users u join organizations o on o.id = u.organization_id
  where ${who} and u.is_active and not u.is_demo_user and o.is_active and not o.is_demo`;

const inviterStatement = statement('inviter', { code: 'text', readerId: 'uuid?' })<Inviter>(
  inviterSql('u.personal_share_code = $code'),
);

/** The owner of a personal code, as seen by a reader (null: a visitor). A code may be of any organization. */
export async function findInviter(db: Db, code: string, readerId: string | null): Promise<Inviter | null> {
  const [inviter] = await run(db, inviterStatement, { code, readerId });
  return inviter ?? null;
}

type Member = { organizationId: string; userId: string };

const ownStatement = statement('inviter-of-mail', {
  organizationId: 'uuid',
  userId: 'uuid',
  readerId: 'uuid?',
})<Inviter>(inviterSql('u.organization_id = $organizationId and u.id = $userId'));

/** A member who invites by mail, as seen by the reader. */
export async function readInviter(tx: Db, member: Member, readerId: string | null): Promise<Inviter | null> {
  const [inviter] = await run(tx, ownStatement, { ...member, readerId });
  return inviter ?? null;
}

const userStatement = statement('member-with-email', { organizationId: 'uuid', email: 'text' })<{ id: string }>(
  'select id from users where organization_id = $organizationId and lower(email) = $email',
);

/** The id of the member with an address, in small letters; null if there is none. */
export async function findMemberWith(tx: Db, asked: { organizationId: string; email: string }): Promise<string | null> {
  const [user] = await run(tx, userStatement, asked);
  return user?.id ?? null;
}

const codeStatement = statement('personal-code', { userId: 'uuid', fresh: 'text' })<{ code: string }>(
  `update users set personal_share_code = coalesce(personal_share_code, $fresh) where id = $userId
  returning personal_share_code as code`,
);

/** The member's personal code, created on first use and then permanent. */
export async function personalCode(db: Db, userId: string, fresh: string): Promise<string> {
  const [own] = await run(db, codeStatement, { userId, fresh });
  return own!.code;
}

export const insertReferral = (
  tx: Db,
  referral: { organization_id: string; user_id: string; referrer_id: string; via: 'friend' | 'session' },
) =>
  tx
    .insertInto('referrals')
    .values(referral)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Prefix of the keys of a member's invite mails. */
export const inviteMailsOf = (userId: string) => `friend-invite:${userId}`;

const mailsStatement = statement('friend-invite-mails', { organizationId: 'uuid', keys: 'text' })<{ sent: number }>(
  `select count(*)::int as sent from mails where organization_id = $organizationId and dedupe_key like $keys
    and created_at > now() - interval '1 day'`,
);

export async function mailsSentToday(tx: Db, { organizationId, userId }: Member): Promise<number> {
  const [mails] = await run(tx, mailsStatement, { organizationId, keys: `${inviteMailsOf(userId)}:%` });
  return mails!.sent;
}
