import { Compass, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Nudge } from '#ui/status/nudge.tsx';
import { useOnboarding } from './use-onboarding.ts';

/**
 * Offers to start or resume the tour, inside the page. Only one thing is offered at a time: `otherwise` shows when
 * there is no tour to offer.
 */
export function TourInvite({ otherwise }: { otherwise: ReactNode }) {
  const { state, store, ready, skip } = useOnboarding();
  const paused = state.tourStatus === 'in_progress' && state.pausedAt !== null;
  if (!ready) return null;
  if (!paused && state.tourStatus !== 'not_started') return otherwise;
  return (
    <Nudge
      label="Tour"
      icon={<Compass aria-hidden="true" />}
      title={paused ? 'Your tour is paused.' : 'New here?'}
      text={paused ? 'Pick up where you left off.' : 'Take a one-minute tour.'}
      action={
        <>
          <Button variant="ghost" size="sm" onClick={() => store.send({ type: paused ? 'resume' : 'start' })}>
            {paused ? 'Resume tour' : 'Start tour'}
          </Button>
          <IconButton size="sm" label="Skip" icon={<X />} onClick={skip} />
        </>
      }
    />
  );
}
