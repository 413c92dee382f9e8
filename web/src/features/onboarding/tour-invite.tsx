import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { useOnboarding } from './use-onboarding.ts';

/**
 * Offers the tour, or to go on with it, in the page itself: it stands in nobody's way. One thing is asked at a time:
 * `otherwise` is shown when there is no tour to offer.
 */
export default function TourInvite({ otherwise }: { otherwise: ReactNode }) {
  const { state, store, ready, skip } = useOnboarding();
  const paused = state.tourStatus === 'in_progress' && state.pausedAt !== null;
  if (!ready) return null;
  if (!paused && state.tourStatus !== 'not_started') return otherwise;
  return (
    <section aria-label="Tour" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-bg-secondary p-4">
      <Compass aria-hidden="true" className="size-6 shrink-0 text-primary-text" />
      <p className="min-w-48 flex-1">
        <span className="font-semibold">{paused ? 'Your tour is paused.' : 'New here?'}</span>{' '}
        {paused ? 'Pick up where you left off.' : 'Take a one-minute tour.'}
      </p>
      <div className="flex gap-2">
        <Button variant="ghost" size="sm" onClick={skip}>
          Skip
        </Button>
        <Button size="sm" onClick={() => store.send({ type: paused ? 'resume' : 'start' })}>
          {paused ? 'Resume tour' : 'Start tour'}
        </Button>
      </div>
    </section>
  );
}
