import { joinedSession, type PendingInvite } from '#features/invites/pending-invite.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

/** The session one came for opens once one is inside; one without a place left is not passed over in silence. */
export function settleSession(invite: PendingInvite | null, joined: string | null) {
  if (joined) joinedSession.write(joined);
  else if (invite?.type === 'session')
    toasts.info('That session had no spot for you', { text: "You're in the gym now. See what else is on." });
}
