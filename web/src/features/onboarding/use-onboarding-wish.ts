import { useEffect, useSyncExternalStore } from 'react';
import { testParameters } from '#platform/test-parameters.ts';
import { useOnboarding } from './use-onboarding.ts';

/** Applies `onboarding=reset` and `onboarding=skip` from any page, on this device and on the server. */
export function useOnboardingWish(): void {
  const { store, skip } = useOnboarding();
  const wish = useSyncExternalStore(testParameters.subscribe, testParameters.onboardingWish);
  useEffect(() => {
    if (!wish) return;
    testParameters.dropOnboardingWish();
    if (wish === 'reset') store.reset();
    else skip();
  }, [wish, store, skip]);
}
