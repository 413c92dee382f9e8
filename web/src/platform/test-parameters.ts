import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** `profile=incomplete`: the app acts as if the profile were incomplete, until `profile=clear`. */
const profileTestMode = storedText(safeSessionStorage, 'profile-test-mode');
/** `onboarding=reset` or `onboarding=skip`, until a signed-in person is there to apply it to. */
const onboardingWish = storedText(safeSessionStorage, 'onboarding-wish');

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * What people who try the product out put into an address. It works on any page, so it is taken from the address at once,
 * before a redirect can lose it, and waits in this tab. Answers the query without it; null where there was nothing to take.
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
