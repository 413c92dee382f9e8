import { screen } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { storeEmulation } from '#platform/api/tokens.ts';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { sessionDetail } from '../../../testing/session.ts';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import { SessionMessages, useShowsChat } from './session-messages.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const managed = sessionDetail({ can_edit: true, can_join: false });
const Chat = () => (useShowsChat(managed) ? <SessionMessages session={managed} heading="h2" /> : <p>No chat</p>);

function show(isDemo: boolean) {
  const requests = signIn(
    () => person({ is_demo_user: isDemo }),
    ({ path }) =>
      path.includes('/messages/') ? Response.json({ count: 0, next: null, previous: null, results: [] }) : undefined,
  );
  const page = (
    <SignedIn>
      <Chat />
    </SignedIn>
  );
  renderAt('/', <Route path="/" element={page} />);
  return () => requests.some(({ path }) => path.includes('/messages/'));
}

const note = 'Demo: replies here are scripted.';

test('says in a demo that replies are scripted', async () => {
  show(true);
  await screen.findByText(note);
});

test('says nothing of scripts to members', async () => {
  show(false);
  await screen.findByRole('heading', { name: 'Chat' });
  expect(screen.queryByText(note)).toBeNull();
});

test('is closed to Spotter support, who manage the session, and asks for no message', async () => {
  const inside = { organization_id: 'o1', organization_name: 'Iron Harbour', original_role: 'super_admin' };
  const asked = show(false);
  storeEmulation('inside', inside);
  await screen.findByText('No chat');
  expect(asked()).toBe(false);
});
