import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { useOnboarding } from './use-onboarding.ts';

const Skip = () => (
  <button type="button" onClick={useOnboarding().skip}>
    Skip
  </button>
);

function openTour() {
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <Skip />
        </SignedIn>
      }
    />,
  );
  return screen.findByRole('button', { name: 'Skip' });
}

afterEach(() => {
  outbox.stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a tour skipped without a network gives the middle level once it is back', async () => {
  const ana = person({ fitness_level: null });
  const requests = signIn(
    () => ana,
    ({ method, path }) =>
      method === 'PUT' && path === '/users/me/' ? Response.json({ ...ana, fitness_level: 'intermediate' }) : undefined,
  );
  const skip = await openTour();
  const reach = globalThis.fetch;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await userEvent.click(skip);

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  vi.stubGlobal('fetch', reach);
  await outbox.sendAll();
  await vi.waitFor(() =>
    expect(requests).toContainEqual(
      expect.objectContaining({ method: 'PUT', path: '/users/me/', body: { fitness_level: 'intermediate' } }),
    ),
  );
});

test('a default level that the server refuses is logged, and the member hears nothing of it', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  signIn(
    () => person({ fitness_level: null }),
    ({ method, path }) =>
      method === 'PUT' && path === '/users/me/'
        ? Response.json({ error: 'No.', code: 'access_denied' }, { status: 403 })
        : undefined,
  );
  await userEvent.click(await openTour());
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith("Couldn't set a default level", expect.anything()));
  expect(screen.queryByText(/Couldn't save your profile/)).toBeNull();
});
