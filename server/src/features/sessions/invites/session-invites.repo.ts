import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { isAheadSql } from '../sessions.read.ts';

const inviteStatement = statement('invite-to-session', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  invitedBy: 'uuid',
  invited: 'uuid[]',
})(`insert into session_invites (organization_id, session_id, user_id, invited_by)
  select $organizationId, $sessionId, user_id, $invitedBy from unnest($invited) user_id
  on conflict (organization_id, session_id, user_id) do nothing`);

export type Invites = { organizationId: string; sessionId: string; invitedBy: string; invited: readonly string[] };

/** A member who is invited already stays invited by the first. */
export const insertInvites = (tx: Db, invites: Invites): void => send(tx, inviteStatement, invites);

const inConversation = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid' } as const;
export type InConversation = { organizationId: string; userId: string; conversationId: string };

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
    and s.organization_id = $organizationId and s.id = i.session_id and ${isAheadSql}
    and not exists (select from session_participants p
      where p.organization_id = $organizationId and p.session_id = s.id and p.user_id = $userId)
  returning s.id as "sessionId", s.gym_id as "gymId", s.creator_id as "hostId"`,
);

/** Declines the open invites of upcoming sessions whose cards are in a conversation, and returns the sessions. */
export const declineInvitesIn = (tx: Db, conversation: InConversation) => run(tx, declineStatement, conversation);
