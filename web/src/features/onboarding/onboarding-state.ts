import { isRecord, safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';

/** One member's tour and tips, as section 3 of the specification lists them. */
export type OnboardingState = {
  version: 1;
  tourStatus: 'not_started' | 'in_progress' | 'skipped' | 'completed';
  tourStep: number;
  profileCompleted: boolean;
  requiredProfileCompleted: boolean;
  tipsShown: Record<string, true>;
  lastTipShownAt: string | null;
  actionsSinceLastTip: number;
  device: 'mobile' | 'desktop';
  pausedAt: string | null;
};

const isOnboardingState = (value: unknown): value is OnboardingState => isRecord(value) && value.version === 1;

export const storedOnboarding = (userId: string) =>
  storedJson(safeLocalStorage, `onboarding_${userId}`, isOnboardingState);

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

/** Skipping marks the profile complete; the caller sets the middle fitness level if there is none. */
export function skipped(state: OnboardingState): OnboardingState {
  return { ...state, tourStatus: 'skipped', profileCompleted: true, requiredProfileCompleted: true, pausedAt: null };
}
