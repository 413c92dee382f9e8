import { type OnboardingState, onboardingState } from '#platform/storage/local-keys.ts';
import { profileTestMode } from '#platform/storage/session-keys.ts';

/** `profile=` and `onboarding=` work on any page, for people who try the product out. */
export function readProfileParameter(search: string) {
  const wish = new URLSearchParams(search).get('profile');
  if (wish === 'incomplete') profileTestMode.write('incomplete');
  if (wish === 'clear') profileTestMode.remove();
}

export const isProfileTestMode = () => profileTestMode.read() === 'incomplete';

const MOBILE_BELOW = 768;

export function freshOnboarding(width: number): OnboardingState {
  return {
    version: 1,
    tourStatus: 'not_started',
    tourStep: 0,
    profileCompleted: false,
    requiredProfileCompleted: false,
    tipsShown: {},
    lastTipShownAt: null,
    actionsSinceLastTip: 0,
    device: width < MOBILE_BELOW ? 'mobile' : 'desktop',
    pausedAt: null,
  };
}

/** Skipping marks the profile complete; the caller gives a member without a fitness level the middle one. */
export function skipped(state: OnboardingState): OnboardingState {
  return { ...state, tourStatus: 'skipped', profileCompleted: true, requiredProfileCompleted: true, pausedAt: null };
}

export function readOnboardingParameter(search: string, userId: string, width: number): 'reset' | 'skip' | null {
  const wish = new URLSearchParams(search).get('onboarding');
  if (wish === 'reset') {
    onboardingState.remove(userId);
    return 'reset';
  }
  if (wish === 'skip') {
    onboardingState.write(userId, skipped(onboardingState.read(userId) ?? freshOnboarding(width)));
    return 'skip';
  }
  return null;
}
