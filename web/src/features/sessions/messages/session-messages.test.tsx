import { screen } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { sessionDetail } from '../../../testing/session.ts';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import type { SessionDetail } from '../session.ts';
import { SessionMessages, useShowsChat } from './session-messages.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const joined = sessionDetail({ is_participant: true, can_join: false });
const managed = sessionDetail({ can_edit: true, can_join: false });
const Chat = ({ session }: { session: SessionDetail }) =>
  useShowsChat(session) ? <SessionMessages session={session} heading="h2" /> : <p>No chat</p>;

function show(session: SessionDetail, isDemo = false) {
  const requests = signIn(
    () => person({ is_demo_user: isDemo }),
    ({ path }) =>
      path.includes('/messages/') ? Response.json({ count: 0, next: null, previous: null, results: [] }) : undefined,
  );
  const page = (
    <SignedIn>
      <Chat session={session} />
    </SignedIn>
  );
  renderAt('/', <Route path="/" element={page} />);
  return () => requests.some(({ path }) => path.includes('/messages/'));
}

const note = 'Demo: replies here are scripted.';

test('says in a demo that replies are scripted', async () => {
  show(joined, true);
  await screen.findByText(note);
});

test('says nothing of scripts to members', async () => {
  show(joined);
  await screen.findByRole('heading', { name: 'Chat' });
  expect(screen.queryByText(note)).toBeNull();
});

test('is closed to those who manage the session, and asks for no message', async () => {
  const asked = show(managed);
  await screen.findByText('No chat');
  expect(asked()).toBe(false);
});
