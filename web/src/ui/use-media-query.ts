import { useCallback, useSyncExternalStore } from 'react';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Room for a window in mid-screen. A phone lying on its side has none, so turning it keeps what is written in a sheet. */
export const useHasRoom = () => useMediaQuery('(min-width: 48rem) and (min-height: 500px)');
