import type { SessionDetail } from '@spotter/contract/sessions/sessions.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { sessionDetail, testUser } from '../../testing/session.ts';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { HeldSpots, Invitations, SentInvites } from './offers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const start_time = {
  utc: '2099-01-05T07:00:00.000Z',
  local: '2099-01-05T07:00:00',
  timezone: 'UTC',
  relative: 'later',
};
const sent = (session_id: string, over = {}) => ({
  ...{ session_id, title: `Rings ${session_id}`, start_time, invited: [testUser('tilly')], declined: [] },
  ...over,
});
const onOpen = vi.fn();

/** Lists of sessions have them all; each is read by its id too. */
function sessionsAt(path: string, sessions: SessionDetail[]) {
  if (!path.startsWith('/sessions/')) return undefined;
  const one = sessions.find(({ id }) => path === `/sessions/${id}/`);
  return Response.json(one ?? { count: sessions.length, next: null, previous: null, results: sessions });
}

test('shows invitations of every kind, and who has not answered the reader', async () => {
  const invited = [
    sessionDetail({ id: 'open', title: 'Leg day' }),
    sessionDetail({ id: 'pair', title: 'Rings', invite_only: true }),
    sessionDetail({ id: 'joined', title: 'Rowing', is_participant: true }),
  ];
  const past = { start_time: { ...start_time, utc: '2020-01-05T07:00:00.000Z' } };
  const answers = [sent('next'), sent('later'), sent('answered', { invited: [] }), sent('over', past)];
  signIn(
    () => person(),
    ({ path }) => {
      if (path.startsWith('/sessions/sent-invites/')) return Response.json({ results: answers });
      return sessionsAt(path, invited);
    },
  );
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <Invitations onOpen={onOpen} />
          <SentInvites except="next" onOpen={onOpen} />
        </SignedIn>
      }
    />,
  );
  expect(await screen.findByText("You're invited to train with Ben")).toBeTruthy();
  expect(screen.getByText('Ben invited you')).toBeTruthy();
  expect(screen.queryByText('Rowing')).toBeNull();
  const waiting = await screen.findAllByRole('button', { name: /Invited: Tilly, waiting/ });
  expect(waiting).toHaveLength(1);
  fireEvent.click(waiting[0] as HTMLElement);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('later');
});

test('shows two invitations at first, and the dates of a series as one', async () => {
  const invited = [
    sessionDetail({ id: 'a', title: 'Barbell', series_id: 'series' }),
    sessionDetail({ id: 'b', title: 'Barbell', series_id: 'series' }),
    sessionDetail({ id: 'c', title: 'Barbell', series_id: 'series' }),
    ...['d', 'e', 'f'].map((id) => sessionDetail({ id, title: `Rings ${id}` })),
  ];
  signIn(
    () => person(),
    ({ path }) => sessionsAt(path, invited),
  );
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <Invitations onOpen={onOpen} />
        </SignedIn>
      }
    />,
  );
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText(/and 2 more dates$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more invitations' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.queryByRole('button', { name: /more invitation/ })).toBeNull();
});

test('answers an invitation on its card', async () => {
  const invitation = sessionDetail({
    ...{ id: 'pair', title: 'Strength', invite_only: true, can_decline: true, can_propose: true },
    ...{ start_time, end_time: { ...start_time, utc: '2099-01-05T08:00:00.000Z' } },
  });
  const requests = signIn(
    () => person(),
    ({ method, path }) => {
      if (method === 'POST') return Response.json({ ...invitation, has_declined: true, can_decline: false });
      return sessionsAt(path, [invitation]);
    },
  );
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <Invitations onOpen={onOpen} />
        </SignedIn>
      }
    />,
  );
  expect(await screen.findByRole('button', { name: "Accept Ben's invitation to Strength" })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Another time for Strength' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: "Decline Ben's invitation to Strength" }));
  expect(await screen.findByText("You can't go.")).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/sessions/pair/decline/',
  ]);
});

test('says until when a spot is held', async () => {
  const held = sessionDetail({
    ...{ id: 'held', is_waitlisted: true, can_join: true, start_time },
    offer_expires_at: '2099-01-04T18:30:00.000Z',
  });
  signIn(
    () => person(),
    ({ path }) => sessionsAt(path, [held]),
  );
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <HeldSpots onOpen={onOpen} />
        </SignedIn>
      }
    />,
  );
  expect(await screen.findByText(/^A spot opened up for you, held until .*6:30/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Claim spot' })).toBeTruthy();
});
