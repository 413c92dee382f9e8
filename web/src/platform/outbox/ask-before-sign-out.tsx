import { lazy, Suspense, useEffect, useState } from 'react';
import { onAsked, type SignOutPrompt } from './sign-out.ts';

const SignOutQuestion = lazy(() => import('./sign-out-question.tsx'));

/** Active on every signed-in screen. The question's own code loads when it is asked. */
export function AskBeforeSignOut() {
  const [asked, setAsked] = useState<SignOutPrompt | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  if (asked && !wasAsked) setWasAsked(true);
  useEffect(() => {
    onAsked(setAsked);
    return () => onAsked(null);
  }, []);
  return <Suspense>{wasAsked ? <SignOutQuestion asked={asked} onClose={() => setAsked(null)} /> : null}</Suspense>;
}
