import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** `profile=incomplete`: the app treats the profile as incomplete until `profile=clear`. */
const profileTestMode = storedText(safeSessionStorage, 'profile-test-mode');
/** `onboarding=reset` or `onboarding=skip`, until a user signs in to apply it to. */
const onboardingWish = storedText(safeSessionStorage, 'onboarding-wish');

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * Address parameters for trying the product out. They work on any page, so they are taken from the address before a
 * redirect can lose them, and kept in this tab. Returns the query without them; null if there were none.
 */
export function takeParameters(search: string): string | null {
  const query = new URLSearchParams(search);
  if (!query.has('profile') && !query.has('onboarding')) return null;
  const [profile, onboarding] = [query.get('profile'), query.get('onboarding')];
  if (profile === 'incomplete') profileTestMode.write('incomplete');
  if (profile === 'clear') profileTestMode.remove();
  if (onboarding === 'reset' || onboarding === 'skip') onboardingWish.write(onboarding);
  query.delete('profile');
  query.delete('onboarding');
  tell();
  return query.size > 0 ? `?${query}` : '';
}

/** For a page that is just loading. */
export function takeParametersFromAddress(): void {
  const rest = takeParameters(window.location.search);
  if (rest === null) return;
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${rest}${hash}`);
}

export const testParameters = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isProfileIncomplete: () => profileTestMode.read() === 'incomplete',
  onboardingWish: () => onboardingWish.read(),
  endProfileTest() {
    profileTestMode.remove();
    tell();
  },
  dropOnboardingWish() {
    onboardingWish.remove();
    tell();
  },
};
