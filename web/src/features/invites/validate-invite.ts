import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import type { Invite } from './invite.ts';
import type { InviteType } from './invite-type.ts';

/** Why an invite is not valid, in the specification's words. */
export class InviteProblem extends Error {
  /** Trying again may help: the invite itself was not rejected. */
  readonly temporary: boolean;
  readonly detail: string | null;
  constructor(message: string, { temporary = false, detail = null as string | null } = {}) {
    super(message);
    this.name = 'InviteProblem';
    this.temporary = temporary;
    this.detail = detail;
  }
}

const refusals: Record<InviteType, string> = {
  org: 'Invalid or expired invite code.',
  friend: 'Invalid friend invite.',
  session: 'Session not found or link has expired.',
};

const GONE = 'This invite link is invalid or has expired';

async function ask(type: InviteType, code: string, referrerCode: string | undefined): Promise<Invite> {
  if (type === 'org') {
    const answer = await api.validateInviteCode({ body: { code } });
    const id = answer.organization?.id ?? answer.organization_id;
    const name = answer.organization?.name ?? answer.organization_name;
    if (!answer.valid || !id || !name) throw new InviteProblem(refusals.org);
    return { type, code, organization: { id, name }, gyms: answer.gyms ?? [], faces: answer.faces ?? [] };
  }
  if (type === 'friend') {
    const answer = await api.getPlatformInvite({ params: { code } });
    if (!answer.valid || !answer.inviter) throw new InviteProblem(answer.error ?? refusals.friend);
    const { organization, inviter, gym = null, already_friends: alreadyFriends = false } = answer;
    return { type, code, organization, inviter, gym, alreadyFriends };
  }
  const session = await api.getSharedSession({ params: { token: code }, query: { referrer_code: referrerCode } });
  return { type, code, referrerCode, session };
}

/** A 403 is left to the caller: signing in may give access. */
export async function validateInvite(type: InviteType, code: string, referrerCode?: string): Promise<Invite> {
  try {
    return await ask(type, code, referrerCode);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 403) throw error;
    if (error.status === 404) throw new InviteProblem(GONE, { detail: refusals[type] });
    // A malformed code is a wrong code, not a form error.
    if (error.status === 400) throw new InviteProblem(refusals[type]);
    throw new InviteProblem('Unable to validate invite', { temporary: true, detail: errorText(error, '') || null });
  }
}
