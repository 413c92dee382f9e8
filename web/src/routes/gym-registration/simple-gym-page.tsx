import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router';
import { SimpleGymForm } from '#features/registration/simple-gym-form.tsx';
import { storeSignIn } from '#platform/api/tokens.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { GuestShell } from '#routes/shells/guest-shell.tsx';

/** Registration on one page; the owner is signed in right after. */
export function SimpleGymPage() {
  usePageTitle('Start your 30-day free trial');
  return (
    <GuestShell wide pitch="owner">
      <div className="flex flex-col gap-8">
        <div className="flex flex-col items-start gap-3">
          <p className="inline-flex items-center gap-2 rounded-full bg-primary-soft px-3 py-1 font-semibold text-primary-text text-sm">
            <BadgeCheck aria-hidden="true" className="size-4" />
            30-day free trial
          </p>
          <h1 className="text-2xl">Start your 30-day free trial</h1>
          <p className="text-text-secondary">All of Spotter for your whole gym, free for 30 days.</p>
        </div>
        <SimpleGymForm
          onRegistered={({ access_token, refresh_token }) => {
            storeSignIn({ access: access_token, refresh: refresh_token });
            window.location.assign('/onboarding');
          }}
        />
        <p className="text-center text-sm text-text-secondary">
          Already registered?{' '}
          <Link to="/login" className="font-semibold text-primary-text hover:underline">
            Sign in
          </Link>
        </p>
      </div>
    </GuestShell>
  );
}
