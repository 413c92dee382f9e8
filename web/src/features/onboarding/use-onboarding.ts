import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { useUser } from '#platform/login/use-login.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import { setDefaultLevel } from './default-level.mutations.ts';
import { storedOnboarding } from './onboarding-state.ts';
import { createOnboardingStore, type OnboardingStore } from './onboarding-store.ts';

const stores = new Map<string, OnboardingStore>();

/** Read once for each page load; afterwards the store itself is ahead of the server. */
export const userPreferencesKey = ['users', 'preferences'];

function storeOf(userId: string, queryClient: QueryClient): OnboardingStore {
  let store = stores.get(userId);
  if (!store) {
    store = createOnboardingStore({
      local: storedOnboarding(userId),
      server: {
        known: queryClient.getQueryData<Answer<'getUserPreferences'>>(userPreferencesKey)?.onboarding,
        load: async () => (await api.getUserPreferences()).onboarding,
        save: (onboarding) => api.updateUserPreferences({ body: { onboarding } }),
      },
      width: () => window.innerWidth,
    });
    stores.set(userId, store);
  }
  return store;
}

/** The signed-in member's tour and tips. */
export function useOnboarding() {
  const user = useUser();
  const queryClient = useQueryClient();
  const store = storeOf(user.id, queryClient);
  const state = useSyncExternalStore(store.subscribe, store.get);
  const ready = useSyncExternalStore(store.subscribe, store.isReady);
  const setLevel = useWrite(setDefaultLevel);
  const hasLevel = user.fitness_level !== null;

  /** Skipping the tour skips its questions too: a member without a level gets the middle one. */
  const skip = useCallback(() => {
    store.send({ type: 'skip' });
    if (!hasLevel) void setLevel({ fitness_level: 'intermediate' });
  }, [store, hasLevel, setLevel]);

  return { store, state, ready, skip };
}
