import { useSyncExternalStore } from 'react';

const query = () => window.matchMedia?.('(prefers-color-scheme: dark)');

function subscribe(onChange: () => void) {
  const list = query();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
}

/** Whether the device is set to dark colors. */
export const usePrefersDark = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
