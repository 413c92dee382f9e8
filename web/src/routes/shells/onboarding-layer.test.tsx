import { act, fireEvent, screen } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModalsProvider } from '#routes/modals.ts';
import { nextFrame } from '#ui/next-frame.ts';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import OnboardingLayer from './onboarding-layer.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => void vi.useRealTimers());

const onboarding = {
  ...{ version: 1, tourStatus: 'completed', tourStep: 0, profileCompleted: true, requiredProfileCompleted: true },
  ...{ tipsShown: {}, lastTipShownAt: null, actionsSinceLastTip: 5, device: 'desktop', pausedAt: null },
};

async function halfAMinuteAs(me: ReturnType<typeof person>) {
  signIn(
    () => me,
    ({ path }) => (path === '/users/me/user-preferences/' ? Response.json({ onboarding }) : undefined),
  );
  renderAt(
    '/app',
    <Route
      path="*"
      element={
        <SignedIn>
          <p>Signed in</p>
          <ModalsProvider>
            <OnboardingLayer />
          </ModalsProvider>
        </SignedIn>
      }
    />,
  );
  await screen.findByText('Signed in');
  for (const _ of [1, 2]) fireEvent.click(document.body);
  // Taps count after their frame.
  await act(nextFrame);
  await act(() => vi.advanceTimersByTimeAsync(40_000));
}

test('shows a member a tip after half a minute', async () => {
  await halfAMinuteAs(person({ id: 'member' }));
  await screen.findByRole('complementary', { name: 'Tip' });
});

test('shows none in a demo, where it would lie over the things to try', async () => {
  await halfAMinuteAs(person({ id: 'visitor', is_demo_user: true, demo_persona: 'Ana Costa' }));
  expect(screen.queryByRole('complementary', { name: 'Tip' })).toBeNull();
});
