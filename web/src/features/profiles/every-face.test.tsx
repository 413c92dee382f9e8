import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import WhoReacted from '#features/conversations/reactions/who-reacted.tsx';
import SeenBy from '#features/conversations/thread/seen-by.tsx';
import { SessionPeople } from '#features/sessions/detail/session-people.tsx';
import { Proposals } from '#features/sessions/proposals/proposals.tsx';
import { OpenProfileProvider } from '#platform/people/profile-link.tsx';
import { person } from '../../testing/answers.ts';
import { testConversation, testMember, testMessage } from '../../testing/conversations.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { sessionDetail, testUser } from '../../testing/session.ts';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import '../../testing/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const session = sessionDetail({ declined: [testUser('dov')] });
const proposal = {
  ...{ id: 'p1', session_id: session.id, proposer: testUser('dov'), message: '', status: 'pending', counters: null },
  ...{ proposed_time: session.start_time, instead_of: session.start_time, can_answer: false },
  ...{ created_at: '2026-11-15T10:00:00.000Z', answered_at: null },
};
const group = testConversation({ type: 'group', participants: [testMember('ana'), testMember('dov')] });
const close = () => {};

test.each<[string, ReactNode]>([
  ['who has read a message', <SeenBy key="" message={testMessage()} conversation={group} onClose={close} />],
  ['who reacted', <WhoReacted key="" message={testMessage({ id: 'm1' })} onClose={close} />],
  ['who proposed a time', <Proposals key="" session={session} heading="h2" />],
  ["who can't go", <SessionPeople key="" session={session} friendIds={new Set()} heading="h2" />],
])('opens the profile from the face of %s', async (_where, shown) => {
  signIn(
    () => person({ id: 'ana' }),
    ({ path }) => {
      if (path.endsWith('/reactions/')) return Response.json([{ user: testUser('dov'), emoji: '👍' }]);
      if (path.includes('/proposals/'))
        return Response.json({ count: 1, next: null, previous: null, results: [proposal] });
      return undefined;
    },
  );
  const open = vi.fn();
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <OpenProfileProvider value={open}>
          <SignedIn>{shown}</SignedIn>
        </OpenProfileProvider>
      }
    />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Dov Vale: profile' }));
  expect(open).toHaveBeenCalledWith('dov');
});
