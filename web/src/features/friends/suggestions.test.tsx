import { fireEvent, screen } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { testUser } from '../../testing/session.ts';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import type { Suggestion } from './friends.queries.ts';
import { useReportSeen } from './suggestions.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function See({ id }: { id: string }) {
  const reportSeen = useReportSeen();
  return (
    <button type="button" onClick={() => reportSeen({ person: testUser(id) } as Suggestion)}>
      See
    </button>
  );
}

async function see(id: string) {
  const requests = signIn(
    () => person(),
    () => Response.json({}),
  );
  const { queryClient } = renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <See id={id} />
        </SignedIn>
      }
    />,
  );
  const button = await screen.findByRole('button', { name: 'See' });
  vi.useFakeTimers();
  fireEvent.click(button);
  return {
    queryClient,
    reported: () => requests.filter(({ path }) => path.endsWith('/shown/')).map(({ body }) => body),
  };
}

test('tells the server which suggestions were on the screen', async () => {
  const { reported } = await see('dora');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reported()).toEqual([{ shown: [{ user_id: 'dora' }] }]);
});

test("what one member saw isn't reported as the next one's", async () => {
  const { queryClient, reported } = await see('emil');
  // What a sign-out does, and a sign-in of another member on the same page.
  queryClient.clear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reported()).toEqual([]);
});
