import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

const inviteOnlyStatement = statement('set-invite-only', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  inviteOnly: 'boolean',
})(`update sessions set invite_only = $inviteOnly where organization_id = $organizationId and id = $sessionId`);

/** Whether only invited people see a locked session. */
export const setInviteOnly = (tx: Db, session: { organizationId: string; sessionId: string }, inviteOnly: boolean) =>
  run(tx, inviteOnlyStatement, { ...session, inviteOnly });
