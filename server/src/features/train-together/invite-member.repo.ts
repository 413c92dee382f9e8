import { canBeInvited, visibleSession } from '#features/sessions/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Invitation = {
  status: string;
  has_started: boolean;
  is_in: boolean;
  other_is_in: boolean;
  other_can_come: boolean;
  other_is_invited: boolean;
};

const isIn = (user: string) => `exists (select from session_participants p
  where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = ${user})`;

const askedStatement = statement('invite-member', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  otherId: 'uuid',
  sessionId: 'uuid',
})<Invitation>(
  `with ${hiddenCte} select s.status, s.starts_at <= now() as has_started, ${isIn('$userId')} as is_in,
    ${isIn('$otherId')} as other_is_in, ${canBeInvited('u')} as other_can_come,
    exists (select from session_invites i where i.organization_id = s.organization_id and i.session_id = s.id
      and i.user_id = $otherId) as other_is_invited
  from sessions s join users u on u.id = $otherId where s.id = $sessionId and ${visibleSession}`,
);

type Asked = { organizationId: string; userId: string; gymIds: readonly string[]; otherId: string; sessionId: string };

/** What decides whether a member may invite another one; undefined when they may not see the session. */
export async function readInvitation(tx: Db, asked: Asked): Promise<Invitation | undefined> {
  const [invitation] = await run(tx, askedStatement, asked);
  return invitation;
}
