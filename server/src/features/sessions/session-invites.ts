import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { type News, tell } from '#platform/events/tell.ts';

const inviteStatement = statement('invite-to-session', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  invitedBy: 'uuid',
  invited: 'uuid[]',
})(`insert into session_invites (organization_id, session_id, user_id, invited_by)
  select $organizationId, $sessionId, user_id, $invitedBy from unnest($invited) user_id
  on conflict (organization_id, session_id, user_id) do nothing`);

type Invites = { organizationId: string; sessionId: string; invitedBy: string; invited: readonly string[] };

/** Invites members to a session and notifies them. The caller has checked that they may see it. */
export function inviteTo(tx: Db, { organizationId, sessionId, invitedBy, invited }: Invites): void {
  if (invited.length > 0) send(tx, inviteStatement, { organizationId, sessionId, invitedBy, invited });
  const about = { organizationId, sessionId, actorId: invitedBy };
  tell(tx, notification({ ...about, kind: 'session_invite', to: [...invited] }));
}

const inConversation = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid' } as const;
type InConversation = { organizationId: string; userId: string; conversationId: string };

const onCards = `select m.session_id from messages m
  where m.organization_id = $organizationId and m.conversation_id = $conversationId and m.session_id is not null`;
const lockStatement = statement('lock-sessions-on-cards', { organizationId: 'uuid', conversationId: 'uuid' })(
  `select from sessions s where s.organization_id = $organizationId and s.id in (${onCards}) order by s.id for no key update`,
);
/** Before the lock of the conversation: answers to a session lock it first, then the conversations with its card. */
export const lockSessionsOnCards = (tx: Db, { organizationId, conversationId }: Omit<InConversation, 'userId'>): void =>
  send(tx, lockStatement, { organizationId, conversationId });

const declineStatement = statement(
  'decline-invites-in-conversation',
  inConversation,
)<{
  sessionId: string;
  gymId: string;
  hostId: string;
}>(
  `update session_invites i set declined_at = now() from sessions s
  where i.organization_id = $organizationId and i.user_id = $userId and i.declined_at is null and i.session_id in (${onCards})
    and s.organization_id = $organizationId and s.id = i.session_id and s.status = 'active' and s.starts_at > now()
    and not exists (select from session_participants p
      where p.organization_id = $organizationId and p.session_id = s.id and p.user_id = $userId)
  returning s.id as "sessionId", s.gym_id as "gymId", s.creator_id as "hostId"`,
);

/** Declines the invites whose cards are in a conversation the member doesn't want. */
export async function declineInvitesIn(tx: Db, conversation: InConversation): Promise<void> {
  const { organizationId: scope, userId } = conversation;
  for (const { sessionId, gymId, hostId } of await run(tx, declineStatement, conversation))
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
