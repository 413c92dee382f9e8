import type { DemoPath } from '@spotter/contract/demo.ts';
import { useMatch } from 'react-router';
import { DemoPathGuide, type DemoStep } from '#features/demo/demo-path.tsx';
import { useUser } from '#platform/login/use-login.ts';
import { type Modal, useModals } from '#routes/modals.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';

/** Where a step of the guided path is taken. */
function placeOf(step: DemoStep, { session_id }: DemoPath): Modal {
  if (step === 'chatted') return { name: 'messages' };
  if (step === 'matched') return { name: 'friends', tab: 'suggestions' };
  return session_id ? { name: 'session', id: session_id } : { name: 'my-sessions' };
}

/** The guided path over the member area of a demo, for the member the visitor plays. */
export default function DemoGuide() {
  const { demo_persona } = useUser();
  const { open, stack } = useModals();
  const isWide = useMediaQuery('(min-width: 48rem)');
  const isOnSession = useMatch('/app/sessions/:id/*') !== null;
  if (demo_persona === null) return null;
  // The card would cover a window, and the next step that a session docks there.
  if (isWide && (stack.length > 0 || isOnSession)) return null;
  return <DemoPathGuide isWide={isWide} onStep={(step, path) => open(placeOf(step, path))} />;
}
