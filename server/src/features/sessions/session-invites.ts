import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { send, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';

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
