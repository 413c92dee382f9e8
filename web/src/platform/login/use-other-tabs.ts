import { useEffect } from 'react';
import { readTokens } from './tokens.ts';

/** Signing out in one tab signs out the others. */
export function useOtherTabs(isSignedIn: boolean, onSignedOut: () => void) {
  useEffect(() => {
    if (!isSignedIn) return;
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea === localStorage && !readTokens()) onSignedOut();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [isSignedIn, onSignedOut]);
}
