import { cleanup, screen } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { sessionDetail } from '../../../testing/session.ts';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import { ProposalDialog } from './proposal-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [true, 'Ben decides. You keep your spot either way.'],
  [false, 'Ben decides. Your invitation stays open.'],
])('says who decides, and what stays: participant %s', async (is_participant, words) => {
  signIn(
    () => person(),
    () => undefined,
  );
  const session = sessionDetail({ is_participant, can_propose: true });
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <ProposalDialog session={session} open onClose={() => {}} />
        </SignedIn>
      }
    />,
  );
  expect(await screen.findByText(words)).toBeTruthy();
});
