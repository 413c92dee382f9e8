import { act, screen, waitFor } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { sessionDetail } from '../../../testing/session.ts';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import { JoinButton } from './join-button.tsx';
import '../../../testing/patience.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('offers a session until it starts, also on a screen that stays open', async () => {
  const session = sessionDetail();
  const start = Date.parse(session.start_time.utc);
  vi.useFakeTimers({ now: start - 60_000, shouldAdvanceTime: true });
  signIn(
    () => person({ id: 'ana' }),
    () => undefined,
  );
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <JoinButton session={session} />
        </SignedIn>
      }
    />,
  );
  expect(await screen.findByRole('button', { name: 'Join Leg day' })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  expect(screen.queryByRole('button', { name: 'Join Leg day' })).toBeNull();
  expect(screen.getByText('On now')).toBeDefined();
});

test('offers the waitlist of a full session to those who may wait', async () => {
  const tomorrow = { start_time: { ...sessionDetail().start_time, utc: '2126-11-17T17:00:00.000Z' } };
  const full = { ...tomorrow, available_spots: 0, can_join: false, cannot_join_reason: 'session_full' } as const;
  signIn(
    () => person({ id: 'ana' }),
    () => undefined,
  );
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <JoinButton session={sessionDetail({ ...full, title: 'Yoga', can_wait: true })} />
          <JoinButton session={sessionDetail({ ...full, title: 'Leg day', can_wait: false })} />
        </SignedIn>
      }
    />,
  );
  expect(await screen.findByRole('button', { name: 'Join waitlist for Yoga' })).toBeDefined();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test('claims the spot that is held for a reader on the waitlist', async () => {
  const session = sessionDetail({
    ...{ is_waitlisted: true, can_join: true },
    start_time: { ...sessionDetail().start_time, utc: '2126-11-17T17:00:00.000Z' },
    end_time: { ...sessionDetail().end_time, utc: '2126-11-17T18:00:00.000Z' },
  });
  const requests = signIn(
    () => person({ id: 'ana' }),
    ({ method }) => (method === 'POST' ? Response.json({ ...session, is_participant: true }) : undefined),
  );
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <JoinButton session={session} />
        </SignedIn>
      }
    />,
  );
  const claim = await screen.findByRole('button', { name: 'Claim spot in Leg day' });
  expect(screen.getByText('Spot open for you')).toBeDefined();
  act(() => claim.click());
  await waitFor(() => expect(requests.some(({ path }) => path.startsWith('/sessions/leg-day/waitlist/'))).toBe(true));
});
