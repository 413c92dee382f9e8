import { lazy, Suspense } from 'react';
import { useUser } from '#platform/login/use-login.ts';

const VerifyEmailBanner = lazy(async () => ({
  default: (await import('#features/users/verify-email-banner.tsx')).VerifyEmailBanner,
}));

export function VerifyEmail() {
  const user = useUser();
  if (user.email_verified || user.is_demo_user) return null;
  return (
    <Suspense>
      <VerifyEmailBanner email={user.email} />
    </Suspense>
  );
}
