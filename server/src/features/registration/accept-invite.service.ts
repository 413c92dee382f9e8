import type { InviteType } from '@spotter/contract/auth.ts';
import type { z } from 'zod';
import { enterByFriend, refuseUnknownInviter } from '#features/friends/index.ts';
import { enterByCode, refuseUnusableCode } from '#features/invites/index.ts';
import { enterByShareToken, refuseUnknownShareToken } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';

/** The invite fields of a registration request. */
export type InviteFields = {
  invite_type?: z.infer<typeof InviteType> | undefined;
  invite_code?: string | undefined;
  gym_id?: string | undefined;
  session_token?: string | undefined;
  referrer_code?: string | undefined;
};

export type Invite =
  | { type: 'org'; code: string; gymId: string | undefined }
  | { type: 'session'; token: string; referrerCode: string | undefined }
  | { type: 'friend'; code: string };

/** The invite of a registration. Without a type, the other fields decide; null when there are none. */
export function inviteOf({
  invite_type,
  invite_code,
  gym_id,
  session_token,
  referrer_code,
}: InviteFields): Invite | null {
  const type = invite_type ?? (session_token ? 'session' : invite_code ? 'org' : referrer_code ? 'friend' : undefined);
  const token = session_token || invite_code;
  const friendCode = referrer_code || invite_code;
  switch (type) {
    case 'org':
      if (!invite_code) throw fail('invite_code_invalid');
      return { type, code: invite_code.toUpperCase(), gymId: gym_id };
    case 'session':
      if (!token) throw fail('shared_session_not_found');
      return { type, token, referrerCode: referrer_code || undefined };
    case 'friend':
      if (!friendCode) throw fail('friend_invite_invalid');
      return { type, code: friendCode };
    case undefined:
      return null;
  }
}

/** Rejects a wrong invite before any costly work for a stranger; the invite is checked again under its lock. */
export async function refuseWrongInvite(db: Db, invite: Invite): Promise<void> {
  if (invite.type === 'org') await refuseUnusableCode(db, invite.code);
  else if (invite.type === 'friend') await refuseUnknownInviter(db, invite.code);
  else await refuseUnknownShareToken(db, invite.token);
}

/** Adds a new account by its invite. A full session still gives its guest access to the gym. */
export async function acceptInvite(tx: Db, userId: string, invite: Invite): Promise<{ sessionJoined: string | null }> {
  if (invite.type === 'session') {
    const { token, referrerCode } = invite;
    const { sessionId, reason } = await enterByShareToken(tx, { userId, token, referrerCode });
    return { sessionJoined: reason ? null : sessionId };
  }
  if (invite.type === 'friend') await enterByFriend(tx, { userId, code: invite.code });
  else await enterByCode(tx, { userId, code: invite.code, gymId: invite.gymId });
  return { sessionJoined: null };
}
