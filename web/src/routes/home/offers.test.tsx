import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { sessionDetail, testUser } from '../../testing/session.ts';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { Invitations, SentInvites } from './offers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const start_time = { utc: '2099-01-05T07:00:00.000Z', timezone: 'UTC' };
const sent = (session_id: string, over = {}) => ({
  ...{ session_id, title: `Rings ${session_id}`, start_time, invited: [testUser('tilly')], declined: [] },
  ...over,
});
const onOpen = vi.fn();

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
      if (!path.startsWith('/sessions/')) return undefined;
      return Response.json({ count: 3, next: null, previous: null, results: invited });
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
    ({ path }) =>
      path.startsWith('/sessions/')
        ? Response.json({ count: 6, next: null, previous: null, results: invited })
        : undefined,
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
