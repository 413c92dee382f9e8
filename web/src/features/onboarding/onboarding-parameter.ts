import { freshOnboarding, skipped, storedOnboarding } from './onboarding-state.ts';

/** `onboarding=reset` and `onboarding=skip` work on any page, for people who try the product out. */
export function readOnboardingParameter(search: string, userId: string, width: number): 'reset' | 'skip' | null {
  const value = new URLSearchParams(search).get('onboarding');
  const stored = storedOnboarding(userId);
  if (value === 'reset') {
    stored.remove();
    return 'reset';
  }
  if (value === 'skip') {
    stored.write(skipped(stored.read() ?? freshOnboarding(width)));
    return 'skip';
  }
  return null;
}
