import { lazy, Suspense } from 'react';
import { useUser } from './use-login.ts';

const VerifyEmailBanner = lazy(async () => ({
  default: (await import('./verify-email-banner.tsx')).VerifyEmailBanner,
}));

/** Whether calls that mail, invite or upload answer the reader `email_not_verified`. */
export function useNeedsVerifiedEmail(): boolean {
  const user = useUser();
  return !user.email_verified && !user.is_demo_user;
}

/**
 * Takes the code from the mail of a reader who hasn't verified their email; nothing for everyone else. `to` says what
 * waits for it: "to invite friends".
 */
export function VerifyEmail({ to }: { to?: string }) {
  const { email } = useUser();
  if (!useNeedsVerifiedEmail()) return null;
  return (
    <Suspense>
      <VerifyEmailBanner email={email} to={to} />
    </Suspense>
  );
}
