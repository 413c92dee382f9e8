type Store = Pick<Storage, 'setItem' | 'removeItem'>;

/**
 * `profile=` and `onboarding=` work on any page: this page stores them in the tab for the app (see
 * `platform/test-parameters.ts`, which this document does not load). Returns the query without them.
 */
export function keepParameters(query: URLSearchParams, storage: Store): URLSearchParams {
  const rest = new URLSearchParams(query);
  const [profile, onboarding] = [query.get('profile'), query.get('onboarding')];
  if (profile === 'incomplete') storage.setItem('profile-test-mode', profile);
  if (profile === 'clear') storage.removeItem('profile-test-mode');
  if (onboarding === 'reset' || onboarding === 'skip') storage.setItem('onboarding-wish', onboarding);
  rest.delete('profile');
  rest.delete('onboarding');
  return rest;
}
