import { Building2 } from 'lucide-react';
import { Avatar } from '#ui/avatar.tsx';
import type { PendingInvite } from './pending-invite.ts';

/** A two-line summary of the invite, above a form. */
export function InviteSummary({ invite }: { invite: PendingInvite }) {
  const { inviter, sessionDetails: session, organizationName } = invite;
  const [title, text] =
    invite.type === 'session' && session
      ? [session.title, `${session.date}, ${session.time} with ${session.creatorName}`]
      : invite.type === 'friend' && inviter
        ? [`${inviter.name} invited you`, inviter.gymName ?? organizationName]
        : [`Joining ${organizationName ?? 'your gym'}`, `Invite code ${invite.code}`];
  return (
    <div className="flex items-center gap-3.5 rounded-card bg-primary-soft p-4">
      {inviter ? (
        <Avatar name={inviter.name} initials={inviter.initials} color={inviter.avatarColor} decorative />
      ) : (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-on-primary">
          <Building2 aria-hidden="true" className="size-5" />
        </span>
      )}
      <p className="flex min-w-0 flex-col">
        <span className="font-semibold">{title}</span>
        {text ? <span className="text-sm text-text-secondary">{text}</span> : null}
      </p>
    </div>
  );
}
