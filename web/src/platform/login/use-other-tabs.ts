import { useEffect } from 'react';
import { isOtherAccount, readTokens } from '../api/tokens.ts';

type Listeners = { handleSignedOut: () => void; handleAccountChanged: () => void };

/** Signing out in one tab signs out the others, and switching accounts switches them too. */
export function useOtherTabs(isSignedIn: boolean, { handleSignedOut, handleAccountChanged }: Listeners) {
  useEffect(() => {
    if (!isSignedIn) return;
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea !== localStorage) return;
      if (isOtherAccount()) handleAccountChanged();
      else if (!readTokens()) handleSignedOut();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [isSignedIn, handleSignedOut, handleAccountChanged]);
}
