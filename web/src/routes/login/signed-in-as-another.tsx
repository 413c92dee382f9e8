import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';

/** A mailed account link opened while signed in: names the current account and lets the reader choose. */
export default function SignedInAsAnother() {
  usePageTitle("You're signed in");
  const { first_name, last_name, email, avatar_url, avatar_color } = useUser();
  const { signOut } = useLogin();
  const { search } = useLocation();
  const [leaving, setLeaving] = useState(false);
  const isReset = new URLSearchParams(search).has('reset');
  const name = `${first_name} ${last_name}`.trim();
  return (
    <GuestShell>
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl">{isReset ? 'Set a new password' : 'Complete Account Setup'}</h1>
          <p className="text-text-secondary">
            You're signed in here. To use the link from your email, sign out of this account first.
          </p>
        </div>
        <div className="flex items-center gap-3.5 rounded-card border border-border p-4">
          <Avatar name={name} src={avatar_url} color={avatar_color} decorative />
          <p className="flex min-w-0 flex-col">
            <span className="truncate font-semibold">{name}</span>
            <span className="truncate text-sm text-text-secondary">{email}</span>
          </p>
        </div>
        <div className="flex flex-col gap-3">
          <Button
            size="lg"
            full
            loading={leaving}
            onClick={() => {
              setLeaving(true);
              void signOut(`/login${search}`);
            }}
          >
            Sign out and continue
          </Button>
          <Link to="/login" replace className={buttonClass({ variant: 'ghost', size: 'lg', full: true })}>
            Stay signed in
          </Link>
        </div>
      </div>
    </GuestShell>
  );
}
