import { joinedSession, type PendingInvite, pendingSession } from '#features/invites/pending-invite.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

/** Opens the invite's session after registering, or says that it had no spot left. */
export function openInvitedSession(invite: PendingInvite | null, joined: string | null) {
  if (joined) {
    pendingSession.remove();
    joinedSession.write(joined);
  }
  // A waiting invite has its own page, which explains it.
  else if (invite?.type === 'session' && !pendingSession.read())
    toasts.info('That session had no spot for you', { text: "You're in the gym now. See what else is on." });
}
