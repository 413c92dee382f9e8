import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendHeldChanges } from '#platform/undo/held-changes.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { ProfileActions } from './profile-actions.tsx';

type Profile = Parameters<typeof ProfileActions>[0]['profile'];

const profile: Profile = {
  ...{ id: 'ben', first_name: 'Ben', last_name: 'Brandt', avatar_url: null, avatar_color: 'teal' },
  ...{ role: 'regular_user', fitness_level: null, bio: '', goals: [], favourite_workouts: [], preferred_times: [] },
  ...{ not_shown: [], gyms: [], friends_in_common: { count: 0, people: [] }, sessions_together: 0, next_sessions: [] },
  ...{ friendship: 'request_received', friendship_id: 'r1', created_at: '2026-03-05T00:00:00.000Z' },
};

let requests: ReturnType<typeof answerWith>;
const posts = () => requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  requests = answerWith(({ method }) => (method === 'GET' ? undefined : Response.json({})));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (over: Partial<Profile> = {}) =>
  renderAt(
    '/here',
    <Route
      path="/here"
      element={<ProfileActions profile={{ ...profile, ...over }} onInvite={() => {}} onBlocked={() => {}} />}
    />,
  );

test('an accepted request can be undone until it is sent', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Accept request' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept request' })).toBeNull());
  expect(posts()).toEqual([]);
  await act(() => sendHeldChanges());
  expect(posts()).toEqual(['POST /friends/r1/accept/']);
});

test('a request can be declined in the menu', async () => {
  show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Decline request' }));
  expect(posts()).toEqual([]);
  await act(() => sendHeldChanges());
  expect(posts()).toEqual(['POST /friends/r1/decline/']);
});

test('a withdrawn request can be undone until it is sent', async () => {
  show({ friendship: 'request_sent' });
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw request' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull());
  expect(posts()).toEqual([]);
  await act(() => sendHeldChanges());
  expect(posts()).toEqual(['DELETE /friends/r1/']);
});
