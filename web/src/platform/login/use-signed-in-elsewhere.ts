import { useEffect } from 'react';
import { claimAccount, readTokens } from '../api/tokens.ts';
import { useLogin } from './use-login.ts';

/** For a sign-in form: someone who signs in in another tab is in here too. */
export function useSignedInElsewhere(): void {
  const { status, retry } = useLogin();
  useEffect(() => {
    if (status !== 'signed-out') return;
    const look = () => {
      if (!readTokens()) return;
      claimAccount();
      retry();
    };
    window.addEventListener('storage', look);
    // A sleeping tab hears of nothing until it is looked at.
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('storage', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [status, retry]);
}
