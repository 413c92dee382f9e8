import { randomBytes } from 'node:crypto';
import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { mailBrandOf } from '#features/organizations/index.ts';
import { enteredGym, enterGym, organizationOf } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx, MemberCtx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { refuseStrangerMail } from '#platform/mail/strangers.ts';
import { linkOrigin } from '#platform/native-apps.ts';
import { friendInviteMail } from './friend-invites.mails.ts';
import {
  findInviter,
  findMemberWith,
  type Inviter,
  insertReferral,
  inviteMailsOf,
  mailsSentToday,
  personalCode,
  readInviter,
} from './friend-invites.repo.ts';
import { befriend } from './friendships.service.ts';

const MOST_MAILS_A_DAY = 20;

/** The caller's code and link; with an address, the server also mails the invite. */
export async function generatePlatformInvite(ctx: MemberCtx, email: string | undefined) {
  const { caller, config } = ctx;
  return ctx.tx(async (tx) => {
    const code = await personalCode(tx, caller.userId, randomBytes(9).toString('base64url'));
    const url = `${linkOrigin(config, caller.organizationId)}/i/friend/${code}`;
    if (email) await mailInvite(tx, ctx, { email, url });
    return { code, referrer_code: code, invite_url: url };
  });
}

/**
 * At most one mail a day per member and address. A member who blocked the sender gets none, and the sender is not told.
 */
async function mailInvite(tx: Db, ctx: MemberCtx, { email, url }: { email: string; url: string }) {
  const { caller, config, now } = ctx;
  const { organizationId } = caller;
  if ((await mailsSentToday(tx, caller)) >= MOST_MAILS_A_DAY)
    throw fail('too_many_requests', { retryAfterSeconds: 24 * 3600 });
  const readerId = await findMemberWith(tx, { organizationId, email });
  const inviter = await readInviter(tx, caller, readerId);
  if (!inviter || inviter.blocked) return;
  await refuseStrangerMail(tx, config, { organizationId, email });
  const brand = await mailBrandOf(tx, organizationId, config.PUBLIC_URL);
  await queueMail(tx, {
    to: email,
    organizationId,
    aboutIds: [caller.userId],
    dedupeKey: `${inviteMailsOf(caller.userId)}:${email}:${now.toISOString().slice(0, 10)}`,
    ...friendInviteMail({
      brand,
      inviter: withoutLinks(inviter.firstName),
      gym: withoutLinks(inviter.gym?.name ?? brand.name),
      url,
    }),
  });
}

/** Across a block a code is as unknown as a made-up one. */
async function inviterFor(db: Db, code: string, readerId: string | null): Promise<Inviter & { gym: { id: string } }> {
  const inviter = await findInviter(db, code, readerId);
  const { gym } = inviter ?? {};
  if (!inviter || !gym || inviter.blocked) throw fail('friend_invite_invalid');
  return { ...inviter, gym };
}

/** Throws unless the code belongs to a member; checked before any costly work for a stranger. */
export async function refuseUnknownInviter(db: Db, code: string): Promise<void> {
  await inviterFor(db, code, null);
}

const initialsOf = ({ firstName, lastName }: Inviter) =>
  [firstName, lastName].map((name) => [...name][0]?.toUpperCase() ?? '').join('');

export async function getPlatformInvite(ctx: Ctx<Caller | null>, code: string) {
  const { caller } = ctx;
  const inviter = await inviterFor(ctx.db, code, caller?.userId ?? null);
  ctx.guessedRight();
  const sameOrganization = caller?.organizationId === inviter.organization.id;
  return {
    valid: true,
    organization: inviter.organization,
    inviter: {
      id: inviter.id,
      name: sameOrganization ? `${inviter.firstName} ${inviter.lastName}`.trim() : inviter.firstName,
      email: sameOrganization ? inviter.email : null,
      initials: initialsOf(inviter),
      avatar_color: inviter.avatarColor,
      avatar_url: sameOrganization ? inviter.avatarUrl : null,
    },
    gym: inviter.gym,
    already_friends: inviter.friends,
  };
}

/** Adds a person without a gym to the inviter's gym, or finds them there already, and makes the two friends. */
export async function enterByFriend(tx: Db, { userId, code }: { userId: string; code: string }) {
  const inviter = await inviterFor(tx, code, userId);
  if (inviter.id === userId) throw fail('not_yourself');
  const organizationId = inviter.organization.id;
  const isNew = (await organizationOf(tx, userId)) !== organizationId;
  if (isNew) await enterGym(tx, { userId, organizationId, gymId: inviter.gym.id });
  const outcome = await befriend(tx, { organizationId, userId, otherId: inviter.id }, 'invite');
  if (outcome === 'already') throw fail('already_friends');
  if (outcome === 'unknown') throw fail('friend_invite_invalid');
  if (isNew) {
    await insertReferral(tx, {
      organization_id: organizationId,
      user_id: userId,
      referrer_id: inviter.id,
      via: 'friend',
    });
    enteredGym(tx, { userId, organizationId });
  }
  return { friendId: inviter.id };
}

export async function joinPlatformInvite(ctx: Ctx, code: string) {
  const { caller } = ctx;
  const { friendId } = await ctx.tx((tx) => enterByFriend(tx, { userId: caller.userId, code }));
  ctx.rightsChanged(caller.userId);
  ctx.guessedRight();
  return { success: true as const, friend_id: friendId };
}

/** Makes the member who shared a link friends with the person who used it; ignores an unknown code. */
export async function befriendReferrer(
  tx: Db,
  newcomer: { organizationId: string; userId: string; referrerCode: string; isNew: boolean },
): Promise<boolean> {
  const { organizationId, userId, referrerCode, isNew } = newcomer;
  const referrer = await findInviter(tx, referrerCode, userId);
  if (referrer?.organization.id !== organizationId || referrer.id === userId) return false;
  const outcome = await befriend(tx, { organizationId, userId, otherId: referrer.id }, 'link');
  if (isNew && outcome !== 'unknown')
    await insertReferral(tx, {
      organization_id: organizationId,
      user_id: userId,
      referrer_id: referrer.id,
      via: 'session',
    });
  return outcome === 'added';
}
