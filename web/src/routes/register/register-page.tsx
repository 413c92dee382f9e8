import { useState } from 'react';
import { Link } from 'react-router';
import { InviteSummary } from '#features/invites/invite-summary.tsx';
import { useOrganizationTheme } from '#features/invites/organization-theme.ts';
import { pendingInvite, pendingSession, pendingShareToken } from '#features/invites/pending-invite.ts';
import { SocialButtons } from '#features/logins/social-buttons.tsx';
import { RegisterForm } from '#features/registration/register-form.tsx';
import { aboutYouDue } from '#features/users/about-you.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { Button } from '#ui/button.tsx';
import { openInvitedSession } from './open-invited-session.ts';

/** Registration, with or without a pending invite in this tab. */
export function RegisterPage() {
  const { signIn } = useLogin();
  const [invite, setInvite] = useState(pendingInvite.read);
  usePageTitle('Create your account', invite?.organizationName);
  useOrganizationTheme(invite?.organizationId);

  const forget = () => {
    pendingInvite.remove();
    pendingShareToken.remove();
    pendingSession.remove();
    setInvite(null);
  };

  return (
    <GuestShell brand={invite?.organizationName}>
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl">Create your account</h1>
          {invite ? null : (
            <p className="text-text-secondary">
              Have a code from your gym? You'll go straight in. Without one, you can join your gym later.
            </p>
          )}
        </div>
        {invite ? <InviteSummary invite={invite} /> : null}
        <RegisterForm
          key={invite?.code ?? 'none'}
          invite={invite}
          onRegistered={(answer) => {
            pendingInvite.remove();
            pendingShareToken.remove();
            openInvitedSession(invite, answer.session_joined);
            aboutYouDue.write('true');
            signIn(answer);
          }}
        />
        <SocialButtons />
        <p className="text-center text-sm text-text-secondary">
          Already a member?{' '}
          <Link to="/login" className="font-semibold text-primary-text hover:underline">
            Sign in
          </Link>
        </p>
        {invite ? (
          <Button variant="ghost" full onClick={forget}>
            Continue without this invite
          </Button>
        ) : (
          <Link to="/login?invite=true" className="text-center font-semibold text-primary-text text-sm hover:underline">
            Have an invite code?
          </Link>
        )}
      </div>
    </GuestShell>
  );
}
