import { lazy, Suspense, useState } from 'react';
import { passwordRenewed } from '#features/sessions/calendar-feed/password-renewed.ts';

const CalendarFeedRenewal = lazy(async () => ({
  default: (await import('#features/sessions/calendar-feed/calendar-feed-renewal.tsx')).CalendarFeedRenewal,
}));

/** For a member who came in by a reset link or a setup code, and so was not in the profile when the password changed. */
export function CalendarRenewal() {
  const [isDue] = useState(() => passwordRenewed.read() !== null);
  if (!isDue) return null;
  return (
    <Suspense>
      <CalendarFeedRenewal onAnswer={passwordRenewed.remove} />
    </Suspense>
  );
}
