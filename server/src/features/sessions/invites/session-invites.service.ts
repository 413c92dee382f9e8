import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import type { News } from '#platform/events/write.ts';
import { JsonText, type MemberCtx } from '#platform/http/handlers.ts';
import { listSentInvites as readSentInvites } from './sent-invites.repo.ts';
import * as repo from './session-invites.repo.ts';

export async function listSentInvites({ read, caller }: MemberCtx): Promise<JsonText> {
  const { organizationId, userId } = caller;
  return new JsonText(`{"results":${await readSentInvites(read, { organizationId, userId })}}`);
}

/** Invites members to a session and notifies them. The caller has checked that they may see it. */
export function inviteTo(tx: Db, invites: repo.Invites): void {
  const { organizationId, sessionId, invitedBy, invited } = invites;
  if (invited.length > 0) repo.insertInvites(tx, invites);
  const about = { organizationId, sessionId, actorId: invitedBy };
  tell(tx, notification({ ...about, kind: 'session_invite', to: [...invited] }));
}

/** Declines the invites whose cards are in a conversation the member doesn't want. */
export async function declineInvitesIn(tx: Db, conversation: repo.InConversation): Promise<void> {
  const { organizationId: scope, userId } = conversation;
  for (const { sessionId, gymId, hostId } of await repo.declineInvitesIn(tx, conversation))
    tell(tx, inviteDeclined({ organizationId: scope, sessionId, gymId, hostId, userId }));
}

type Declined = { organizationId: string; sessionId: string; gymId: string; hostId: string; userId: string };

/** The host sees at once that an invited member can't go; nobody else does. */
export const inviteDeclined = ({ organizationId: scope, sessionId, gymId, hostId, userId }: Declined): News => ({
  scope,
  type: 'session.updated',
  data: { session_id: sessionId, gym_id: gymId, changed: ['declined'] },
  to: [hostId, userId],
});
