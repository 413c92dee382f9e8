import { UserRoundPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { isProfileComplete } from '#features/users/profile-complete.ts';
import { useProfileTestMode } from '#features/users/profile-test-mode.tsx';
import { useUser } from '#platform/login/use-login.ts';
import { useModals } from '#routes/modals.ts';
import { Button } from '#ui/button.tsx';
import { Nudge } from '#ui/status/nudge.tsx';

/** Shows if the profile lacks what matching needs, or in test mode; else `otherwise`. */
export function ProfilePrompt({ otherwise = null }: { otherwise?: ReactNode }) {
  const user = useUser();
  const testing = useProfileTestMode();
  const { open } = useModals();
  if (isProfileComplete(user) && !testing) return otherwise;
  const hasName = user.first_name !== '' && user.last_name !== '';
  return (
    <Nudge
      icon={<UserRoundPen aria-hidden="true" />}
      title="Complete your profile."
      text="Your level shows which sessions fit you."
      action={
        <Button variant="ghost" size="sm" onClick={() => open({ name: hasName ? 'about-you' : 'profile' })}>
          Complete profile
        </Button>
      }
    />
  );
}
