import { UserRoundPen } from 'lucide-react';
import { isProfileComplete } from '#features/users/profile-complete.ts';
import { useProfileTestMode } from '#features/users/profile-test-mode.tsx';
import { useUser } from '#platform/login/use-login.ts';
import { useModals } from '#routes/modals/modals.ts';
import { Button } from '#ui/button.tsx';

/** What matching needs to know is missing; the test mode pretends that it is. */
export function ProfilePrompt() {
  const user = useUser();
  const testing = useProfileTestMode();
  const { open } = useModals();
  if (isProfileComplete(user) && !testing) return null;
  return (
    <section className="flex flex-wrap items-center gap-4 rounded-card bg-primary-soft p-4 text-text-primary">
      <UserRoundPen aria-hidden="true" className="size-6 shrink-0 text-primary-text" />
      <p className="min-w-48 flex-1">
        <span className="font-semibold">Complete your profile.</span> Your level shows which sessions fit you.
      </p>
      <Button size="sm" onClick={() => open({ name: 'profile' })}>
        Complete profile
      </Button>
    </section>
  );
}
